"""Small tools over processes, ports and time."""

import ctypes
import signal
import socket
import sys
import time
from collections.abc import Callable

import psutil

from kloop.errors import StackError

LOOPBACK = "127.0.0.1"
_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def dies_with_parent(signal_number: signal.Signals) -> Callable[[], None]:
    """A `preexec_fn` after which the child gets `signal_number` when the thread that started it ends.

    Only Linux can do that. Elsewhere an orphan stays until the next start ends it.
    """
    if sys.platform != "linux":
        return lambda: None
    libc = ctypes.CDLL(None)  # loaded here: little is safe between fork and exec

    def arrange() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal_number)

    return arrange


def wait_until(condition: Callable[[], bool], *, seconds: float, what: str) -> None:
    """Returns as soon as `condition` holds. Raises `StackError`, naming `what`, after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise StackError(f"{what} did not happen within {seconds:g} seconds.")
        time.sleep(0.02)


def end(processes: list[psutil.Process], *, seconds: float = 10.0) -> None:
    """Asks the processes to end, waits, and kills those that do not."""
    for process in processes:
        _signal(process, signal.SIGTERM)
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    for process in alive:
        _signal(process, signal.SIGKILL)
    psutil.wait_procs(alive, timeout=seconds)


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except psutil.NoSuchProcess:
        return


def is_free(port: int) -> bool:
    """Whether a server could listen on this port of the loopback now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def free_port(preferred: int | None = None) -> int:
    """`preferred` if nobody listens there, else a port that the system picks."""
    if preferred and is_free(preferred):
        return preferred
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
