"""A stack that outlives the command that started it, and its end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kloop.errors import StackError
from kloop.stack import background
from kloop.stack.state import ProcessIdentity, RunningStack, State


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """A process that waits for its end."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


def running(supervisor: ProcessIdentity, *children: ProcessIdentity) -> RunningStack:
    return RunningStack(supervisor, children, True, "http://127.0.0.1:1", "", "", "", {})


def test_where_nothing_runs_nothing_is_stopped(tmp_path: Path) -> None:
    """And nobody is told otherwise."""
    assert background.stop(State(tmp_path)) is False


def test_a_second_stack_does_not_start(tmp_path: Path) -> None:
    """Whoever asks is told where the first one is, and no process is started."""
    state = State(tmp_path)
    state.write(running(ProcessIdentity.of(os.getpid())))
    with pytest.raises(StackError, match=r"already at http://127\.0\.0\.1:1"):
        background.start(state, port=0)
    assert not state.logs.exists()


def test_the_children_of_a_killed_supervisor_end(tmp_path: Path, child: subprocess.Popen[bytes]) -> None:
    """They would hold the port and the database for good; another process of the supervisor's old id stays."""
    state = State(tmp_path)
    state.write(running(ProcessIdentity(os.getpid(), created=0.0), ProcessIdentity.of(child.pid)))
    assert background.stop(state) is False
    assert child.wait(timeout=30) != 0 and state.read() is None


def test_a_supervisor_is_ended(tmp_path: Path, child: subprocess.Popen[bytes]) -> None:
    """By a signal that it may answer."""
    state = State(tmp_path)
    state.write(running(ProcessIdentity.of(child.pid)))
    assert background.stop(state) is True and child.wait(timeout=30) != 0
