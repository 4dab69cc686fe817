"""Starts a stack that outlives the command (`--detach`), and stops it."""

import subprocess
import sys

from kloop.errors import StackError
from kloop.stack.owned_folder import make
from kloop.stack.processes import end, wait_until
from kloop.stack.state import RunningStack, State


def start(state: State, port: int, workers: int = 1) -> RunningStack:
    """Returns when the new stack is ready. Raises `StackError` with its own words where it does not start."""
    before = state.read()
    if before and before.supervisor.process():
        raise state.already_runs()
    log = state.logs / "kloop.log"
    make(state.folder)
    make(state.logs)
    command = [sys.executable, "-m", "kloop.cli", "up", "--port", str(port), "--state", str(state.folder)]
    command += ["--workers", str(workers)]
    with log.open("wb") as output:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )

    def is_ready() -> bool:
        if child.poll() is not None:
            raise StackError(log.read_text().strip().removeprefix("kloop:").strip())
        running = state.read()
        return running is not None and running.ready and running.supervisor.pid == child.pid

    wait_until(is_ready, seconds=900, what=f"The start of the stack (log: {log})")
    child.returncode = 0  # it goes on without us: nobody waits for it
    return state.running()


def stop(state: State) -> bool:
    """Stops the stack and waits for its end; whether there was one."""
    running = state.read()
    supervisor = running.supervisor.process() if running else None
    if supervisor:
        end([supervisor], seconds=90)
    elif running:
        end([process for child in running.children if (process := child.process())], seconds=30)
        state.clear()
    return supervisor is not None
