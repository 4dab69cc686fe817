"""Small tools over processes, ports and time."""

import ctypes
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from kloop.errors import StackError

LOOPBACK = "127.0.0.1"
TIDYING = 10  # seconds between two looks for memory to give back: each takes some ten milliseconds
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


def give_back() -> None:
    """Returns to the system what is free in this process and stands below something that is still used.

    glibc returns by itself only what is free at the end (`environment.GIVING_BACK`); other allocators are left alone.
    """
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


def keep_giving_back() -> None:
    """From here on does so again and again, until the process ends: whoever took memory, and for how long."""

    def tidy() -> None:
        while True:
            time.sleep(TIDYING)
            give_back()

    threading.Thread(target=tidy, daemon=True).start()


def wait_until(condition: Callable[[], bool], *, seconds: float, what: str) -> None:
    """Returns as soon as `condition` holds. Raises `StackError`, naming `what`, after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise StackError(f"{what} did not happen within {seconds:g} seconds.")
        time.sleep(0.02)


def is_gone(process: psutil.Process) -> bool:
    """Whether it has ended, be it that its parent has not looked yet (some containers' init never does)."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def end(processes: list[psutil.Process], *, seconds: float, number: signal.Signals = signal.SIGTERM) -> None:
    """Asks the processes to end, waits up to `seconds`, and kills those that do not."""
    for process in processes:
        _signal(process, number)
    try:
        wait_until(lambda: all(map(is_gone, processes)), seconds=seconds, what="The end of a process")
    except StackError:
        for process in processes:
            _signal(process, signal.SIGKILL)
        wait_until(lambda: all(map(is_gone, processes)), seconds=10, what="The end of a killed process")


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


def kept_port(record: Path) -> int:
    """A free port, noted in the file `record`: the one that was noted there before, unless somebody listens there."""
    port = free_port(int(record.read_text()) if record.exists() else None)
    record.write_text(str(port))
    return port


def answers(url: str) -> bool:
    """Whether an HTTP server answers there with success."""
    # Asked fifty times a second: httpx would read the system's certificates each time.
    where = urlsplit(url)
    connection = HTTPConnection(where.hostname or LOOPBACK, where.port, timeout=5)
    try:
        connection.request("GET", where.path or "/")
        return 200 <= connection.getresponse().status < 300
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
