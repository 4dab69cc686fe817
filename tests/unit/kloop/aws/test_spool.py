"""Bodies of objects lie on disk, and what is gone is on it no longer."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kloop.aws.spool import Spool, StoredBody


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Spool]:
    """An empty one."""
    spool = Spool(tmp_path)
    yield spool
    spool._file.close()


def test_a_body_is_read_as_it_was_written(spool: Spool) -> None:
    """From any position, beside others, and after it was written over."""
    first, second = StoredBody(spool), StoredBody(spool)
    first.write(b"hello")
    second.write(b"others")
    first.seek(5)
    first.write(b" world")
    first.seek(0)
    assert (first.read(5), first.read(), first.read()) == (b"hello", b" world", b"")
    first.seek(0)
    first.truncate()
    first.write(b"anew")
    first.seek(0)
    second.seek(0)
    assert (first.read(), second.read()) == (b"anew", b"others")


def test_what_a_closed_body_said_is_on_no_disk(spool: Spool) -> None:
    """Zeros stand where it was."""
    body = StoredBody(spool)
    body.write(b"the secret zebra")
    body.close()
    assert spool.read(0, 16) == bytes(16)


def test_a_body_that_was_left_to_another_stays(spool: Spool) -> None:
    """Until that one is closed."""
    body = StoredBody(spool)
    body.write(b"the secret zebra")
    body.left = True
    other = StoredBody(spool, *body.place)
    body.close()
    assert other.read() == b"the secret zebra"
    other.close()
    assert spool.read(0, 16) == bytes(16)


def test_what_the_disk_takes_in_part_is_not_there(spool: Spool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk writes what there is room for, and says how much."""
    monkeypatch.setattr(os, "pwrite", lambda _file, data, _start: len(data) - 1)
    with pytest.raises(OSError, match="No space left"):
        StoredBody(spool).write(b"hello")
