"""A folder that one process at a time owns, by a lock."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kloop.errors import StackError


class FolderBusy(StackError):
    """Another process owns the folder."""


@contextmanager
def owned(folder: Path) -> Iterator[None]:
    """Holds the folder for this process; the kernel lets go of it however the process ends.

    Raises `FolderBusy` where another process holds it, and `StackError` where it cannot be written.
    """
    with _writable(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise FolderBusy(
            f"Another process is using {folder}. Stop it with `kloop down`, or choose another --state DIR."
        ) from error
    finally:
        os.close(descriptor)


def make(folder: Path) -> None:
    """Makes the folder, which nobody else may enter, unless it is there. Raises `StackError` where that cannot be."""
    with _writable(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StackError(
            f"The folder {folder} cannot be written ({error.strerror}). Choose another with --state DIR."
        ) from error


def secret(path: Path) -> str:
    """The secret kept in `path`, readable by its owner only; made (256 bits) where there is none."""
    if not path.exists():
        write_private(path, secrets.token_urlsafe(32))
    return path.read_text().strip()


def write_private(path: Path, text: str) -> None:
    """Writes the file whole or not at all, readable by its owner only."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)
    partial.replace(path)
