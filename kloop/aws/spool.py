"""What storage need not hold in memory, in one file that goes with the process: the journal has it for the next."""

import errno
import os
import threading
from pathlib import Path
from tempfile import TemporaryFile


class Spool:
    """Bytes in a file without a name."""

    def __init__(self, folder: Path) -> None:
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 - as long as the process
        self._end = 0
        self._lock = threading.Lock()

    def append(self, data: bytes) -> int:
        """Where `data` begins in it. Raises `OSError` where there is no room for all of it."""
        with self._lock:
            start, self._end = self._end, self._end + len(data)
        if os.pwrite(self._file.fileno(), data, start) < len(data):  # a full disk takes what there is room for
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return start

    def read(self, start: int, size: int) -> bytes:
        """So many bytes from there on."""
        return os.pread(self._file.fileno(), size, start)

    def blank(self, start: int, size: int) -> None:
        """Puts zeros over so many bytes from there on: what they said is gone."""
        os.pwrite(self._file.fileno(), bytes(size), start)


class StoredBody:
    """What moto takes for the temporary file of an object's bytes."""

    __slots__ = ("_at", "_size", "_spool", "_start", "left")

    def __init__(self, spool: Spool, start: int = 0, size: int = 0) -> None:
        self._spool, self._start, self._size = spool, start, size
        self._at = 0
        self.left = False  # to another, who answers for its bytes

    @property
    def place(self) -> tuple[int, int]:
        """Where in the spool its bytes begin, and how many they are."""
        return self._start, self._size

    def seek(self, at: int) -> None:
        """As of a file."""
        self._at = at

    def truncate(self) -> None:
        """Forgets what is behind the position."""
        self._size = self._at

    def write(self, data: bytes) -> None:
        """Puts `data` at the position, and nothing behind it."""
        before = self._spool.read(self._start, self._at)
        self._start, self._size = self._spool.append(before + data), self._at + len(data)
        self._at = self._size

    def read(self, size: int = -1) -> bytes:
        """At most so many bytes from the position on."""
        rest = self._size - self._at
        data = self._spool.read(self._start + self._at, rest if size < 0 else min(size, rest))
        self._at += len(data)
        return data

    def close(self) -> None:
        """The object is gone, and with it its bytes."""
        if not self.left:
            self._spool.blank(self._start, self._size)
