"""Waiting, ports, and ending processes."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from kloop.errors import StackError
from kloop.stack.environment import surroundings
from kloop.stack.processes import answers, dies_with_parent, end, free_port, is_free, is_gone, kept_port, wait_until

STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); signal.pause()"


def test_waiting_ends_with_the_condition_or_says_what_did_not_happen() -> None:
    """It returns at once where the condition holds, and names what it waited for where it does not."""
    answers_in_turn = iter([False, False, True])
    wait_until(lambda: next(answers_in_turn), seconds=10, what="never shown")
    with pytest.raises(StackError, match="The flood did not happen within 0"):
        wait_until(lambda: False, seconds=0, what="The flood")


def test_a_taken_port_is_not_free() -> None:
    """The preferred port is given only while nobody listens there."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        taken = listener.getsockname()[1]
        assert not is_free(taken)
        assert free_port(taken) != taken
    assert free_port(taken) == taken


def test_a_port_is_kept_while_nobody_takes_it(tmp_path: Path) -> None:
    """The next start finds the port that was noted; where it is taken, another is noted in its place."""
    record = tmp_path / "port"
    kept = kept_port(record)
    assert kept_port(record) == kept == int(record.read_text())
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", kept))
        listener.listen()
        assert kept_port(record) != kept
    assert int(record.read_text()) != kept


def test_a_process_that_does_not_listen_is_killed() -> None:
    """Who ignores the request is killed after the time given; a zombie counts as gone."""
    with subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE) as child:
        assert child.stdout and child.stdout.readline()
        process = psutil.Process(child.pid)
        end([process], seconds=0.1)
        assert is_gone(process)
        assert process.status() == psutil.STATUS_ZOMBIE
    end([process], seconds=1)  # ending it again is nothing


def test_a_child_dies_with_its_parent() -> None:
    """When the parent is killed, the child gets the signal."""
    script = (
        "import signal, subprocess, sys; from kloop.stack.processes import dies_with_parent as dies;"
        "child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'],"
        " preexec_fn=dies(signal.SIGTERM)); print(child.pid, flush=True); signal.pause()"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    wait_until(lambda: is_gone(child), seconds=20, what="The end of the child")
    assert callable(dies_with_parent(signal.SIGTERM))


def test_nobody_answers_on_a_free_port() -> None:
    """No server is no answer rather than an error."""
    assert not answers(f"http://127.0.0.1:{free_port()}/")


FREED = """
import sys
import psutil
from kloop.stack.processes import give_back
process = psutil.Process()
before = process.memory_full_info().uss
kept = [bytearray(2000) for _ in range(100_000)]
del kept[:-1]
held = process.memory_full_info().uss
give_back()
print(held - before, process.memory_full_info().uss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' allocators are not asked")
def test_what_is_free_below_something_kept_is_given_back() -> None:
    """Of 200 MB, in a process like the front, whose last allocation is still used."""
    run = subprocess.run([sys.executable, "-c", FREED], env=surroundings(), capture_output=True, text=True, check=True)
    held, left = map(int, run.stdout.split())
    assert held > 100 * 2**20 and left < 20 * 2**20


KEPT_TIDY = """
import sys
import psutil
from kloop.stack import processes
processes.TIDYING = 0.01
processes.keep_giving_back()
process = psutil.Process()
for _ in range(2):
    before = process.memory_full_info().uss
    kept = [bytearray(2000) for _ in range(100_000)]
    del kept[:-1]
    processes.wait_until(lambda: process.memory_full_info().uss < before + 20 * 2**20, seconds=30, what="Its return")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' allocators are not asked")
def test_what_is_free_is_given_back_again_and_again() -> None:
    """Nobody says that he is done: what took it may be a request that ends long after its storage event."""
    run = subprocess.run(
        [sys.executable, "-c", KEPT_TIDY], env=surroundings(), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
