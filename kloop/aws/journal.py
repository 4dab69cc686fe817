"""An append-only file of records that are on disk before `append` returns.

A record is a line (checksum, then JSON that tells the body's length) and the body.
"""

import json
import os
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO

from kloop.errors import StackError


@dataclass(frozen=True)
class Record:
    """What happened: `facts` are plain JSON."""

    facts: dict[str, Any]
    body: bytes = b""


class Journal:
    """The records of one file, in the order in which they were acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._file: FileIO | None = None

    def open(self) -> Iterator[Record]:
        """Yields what was acknowledged before, then is ready for `append`.

        A torn record at the end (never acknowledged) is cut off. Raises `StackError` for damage before that.
        """
        self.path.touch(mode=0o600)
        _sync(self.path.parent)
        end = 0
        for record, end in self._records():  # noqa: B007 - the last one is where it goes on
            yield record
        self._continue_at(end)

    def rewrite(self, change: Callable[[Iterator[Record]], Iterable[Record]]) -> None:
        """Leaves what `change` makes of the records. The file is replaced whole or not at all."""
        assert self._file, "open the journal first"
        partial = self.path.with_suffix(".partial")
        with self._lock:
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                for record in change(record for record, _ in self._records()):
                    file.write(_line(record))
                file.flush()
                os.fsync(file.fileno())
            self._file.close()
            partial.replace(self.path)
            _sync(self.path.parent)
            self._continue_at(self.path.stat().st_size)

    def append(self, record: Record) -> int:
        """Writes the record; when this returns, it survives any crash. Answers where it begins, for `undo`.

        Raises `OSError` with nothing written.
        """
        assert self._file, "open the journal first"
        whole = _line(record)
        with self._lock:
            end = self._file.tell()
            try:
                if self._file.write(whole) < len(whole):
                    raise OSError(f"the disk took only a part of a record of {self.path}")
                os.fsync(self._file.fileno())
            except OSError:
                self._file.seek(end)
                self._file.truncate()  # half a record would be damage once others follow
                raise
        return end

    def undo(self, start: int) -> None:
        """Takes the last record back, which begins there and which nobody was told of."""
        assert self._file, "open the journal first"
        with self._lock:
            self._file.seek(start)
            self._file.truncate()

    def close(self) -> None:
        """Lets go of the file; nothing is left to be written."""
        if self._file:
            self._file.close()

    def _continue_at(self, end: int) -> None:
        self._file = self.path.open("r+b", buffering=0)
        self._file.truncate(end)
        self._file.seek(end)

    def _records(self) -> Iterator[tuple[Record, int]]:
        """Each whole record, and where it ends."""
        with self.path.open("rb") as file:
            while record := self._read(file):
                yield record, file.tell()

    def _read(self, file: BinaryIO) -> Record | None:
        start = file.tell()
        try:
            checksum, line = file.readline().split(b" ", 1)
            header = json.loads(line)
            body = file.read(header["length"])
            if file.read(1) == b"\n" and int(checksum, 16) == _checksum(line, body):
                return Record(header["facts"], body)
        except ValueError:
            pass
        if file.read(1):  # only the last record can be torn
            raise StackError(
                f"{self.path} is damaged at byte {start}. Restore it from a backup, or move it away to begin "
                "with empty storage."
            )
        return None


def _line(record: Record) -> bytes:
    line = json.dumps({"facts": record.facts, "length": len(record.body)}).encode() + b"\n"
    return b"%08x %b%b\n" % (_checksum(line, record.body), line, record.body)


def _checksum(line: bytes, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(line))


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
