"""A part that ends is started again; one that keeps ending is not."""

import sys
from pathlib import Path

import pytest

from kloop.errors import StackError
from kloop.stack.parts import RESTARTS, ChildProcess, Reviver
from kloop.stack.processes import wait_until


def part(folder: Path, program: str) -> ChildProcess:
    return ChildProcess("storage", [sys.executable, "-c", program], {}, folder / "storage.log")


@pytest.mark.parametrize(
    ("program", "ending"),
    [
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was killed (SIGKILL)"),
    ],
)
def test_how_it_ended_is_told(tmp_path: Path, program: str, ending: str) -> None:
    """By itself, or by the kernel for want of memory."""
    child = part(tmp_path, program)
    assert child.ending is None
    child.start()
    wait_until(lambda: child.ending is not None, seconds=30, what="The end")
    assert (child.ending, child.pid) == (ending, None)


def test_it_runs_until_it_is_stopped(tmp_path: Path) -> None:
    """Started again it is another process, and stopped it is none."""
    child = part(tmp_path, "import time; time.sleep(600)")
    child.start()
    first = child.pid
    child.stop()
    child.start()
    assert child.pid not in (None, first)
    child.stop()
    assert child.pid is None


def test_what_keeps_ending_is_given_up(tmp_path: Path) -> None:
    """After so many starts the error says so, and how the log ends."""
    child, reviver = part(tmp_path, "print('no memory')"), Reviver()
    for _ in range(RESTARTS):
        reviver.revive(child)
        wait_until(lambda: child.ending is not None, seconds=30, what="The end")
    with pytest.raises(StackError, match=r"(?s)storage ended 6 times.*no memory"):
        reviver.revive(child)
