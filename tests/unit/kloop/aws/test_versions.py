"""Of a key's versions the newest is in memory, the others on disk; to moto they are what they were."""

import gc
import os
from collections.abc import Iterator
from copy import deepcopy
from hashlib import md5
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from moto.core.common_models import BaseModel
from moto.s3 import models
from moto.s3.exceptions import MissingVersion
from moto.s3.models import FakeDeleteMarker, FakeKey

from kloop.aws.footprint import _after
from kloop.aws.spool import Spool, StoredBody
from kloop.aws.versions import BucketVersions, KeyVersions, PastVersion, present

pytestmark = pytest.mark.filterwarnings("ignore:S3 key was not disposed of")  # the newest, at the end of a test
KEY = "t/a.md"


class Full(Spool):
    """One whose disk may fill up."""

    full = False

    def append(self, data: bytes) -> int:
        if self.full:
            raise OSError("No space left on device")
        return super().append(data)


@pytest.fixture
def spool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Full]:
    """Where moto's bodies go; moto itself keeps no object."""
    spool = Full(tmp_path)
    monkeypatch.setattr(BaseModel, "__new__", lambda model, *_, **__: object.__new__(model))
    monkeypatch.setitem(
        vars(models), "tempfile", SimpleNamespace(SpooledTemporaryFile=lambda *_, **__: StoredBody(spool))
    )
    yield spool
    gc.collect()
    spool._file.close()


@pytest.fixture
def store(spool: Full) -> BucketVersions:
    """A bucket's, with four versions of a key."""
    store = BucketVersions(spool)
    for n in range(4):
        put(store, made(n))
    return store


def made(n: int, name: str = KEY) -> Any:
    """The n-th version."""
    version = FakeKey(name, b"body %d" % n, "1", "us-east-1", is_versioned=True, version_id=f"id-{n}", bucket_name="b")
    version.set_metadata({"x-amz-meta-said": f"zebra {n}"})
    return version


def put(store: BucketVersions, version: Any) -> None:
    """As moto does it."""
    existing = store.getlist(version.name, [])
    store.setlist(version.name, existing + [version])  # noqa: RUF005 - these words are moto's


def delete(store: BucketVersions, *gone: str) -> None:
    """As moto does it."""
    store.setlist(KEY, [version for version in store.getlist(KEY) if version.version_id not in gone])


def on_disk(spool: Spool) -> bytes:
    return spool.read(0, os.fstat(spool._file.fileno()).st_size)


def test_older_versions_are_what_they_were(store: BucketVersions) -> None:
    """In their order, with all that they say; the newest alone is moto's object, and only while it is the newest."""
    versions = list(store.getlist(KEY))
    assert [type(version) for version in versions] == [PastVersion] * 3 + [FakeKey]
    assert [version.version_id for version in versions] == ["id-0", "id-1", "id-2", "id-3"]
    assert [version.value for version in versions] == [b"body 0", b"body 1", b"body 2", b"body 3"]
    assert [version.metadata["x-amz-meta-said"] for version in versions] == [f"zebra {n}" for n in range(4)]
    assert [version.last_modified for version in versions] == sorted(version.last_modified for version in versions)
    assert [type(item) for item in store.getlist(KEY)._items] == [bytes] * 3 + [FakeKey]


def test_the_newest_has_its_etag_before_others_see_it(store: BucketVersions) -> None:
    """moto would work it out at the first request, and of two at once neither reads the body whole."""
    assert vars(store[KEY])["_etag"] == md5(b"body 3", usedforsecurity=False).hexdigest()


def test_a_version_that_goes_is_on_no_disk(store: BucketVersions, spool: Full) -> None:
    """Neither its body nor what was said of it, older or newest; the others are as before."""
    delete(store, "id-1")
    delete(store, "id-3")
    assert b"zebra 0" in on_disk(spool)
    assert all(text not in on_disk(spool) for text in (b"body 1", b"zebra 1", b"id-1", b"body 3", b"zebra 3"))
    assert [version.value for version in store.getlist(KEY)] == [b"body 0", b"body 2"]
    store.pop(KEY)
    assert set(on_disk(spool)) == {0}


def test_what_is_read_of_a_version_erases_nothing(store: BucketVersions) -> None:
    """An object goes, one that a request read by or the newest of before; its version stays."""
    newest = store[KEY]
    put(store, made(4))
    list(present(store.getlist(KEY)))
    assert newest.value == b"body 3"
    del newest
    gc.collect()
    assert [version.value for version in store.getlist(KEY)] == [b"body %d" % n for n in range(5)]


def test_what_is_left_of_a_key_is_the_newest(store: BucketVersions) -> None:
    """Once what followed it is deleted; what moto has of it tells of it after it went, too."""
    delete(store, "id-3")
    assert (store[KEY].version_id, store[KEY].value) == ("id-2", b"body 2")
    newest = store[KEY]
    delete(store, "id-0", "id-1", "id-2")
    assert len(store.getlist(KEY)) == 0
    assert (newest.name, newest.size) == (KEY, 6)


def test_what_moto_changes_of_an_older_version_stays(store: BucketVersions, spool: Full) -> None:
    """A legal hold, which the next who reads it finds."""
    store.getlist(KEY)[1].lock_legal_status = "ON"
    assert [version.lock_legal_status for version in store.getlist(KEY)] == [None, "ON", None, None]
    assert [version.value for version in store.getlist(KEY)] == [b"body %d" % n for n in range(4)]
    delete(store, "id-1")
    assert b"zebra 1" not in on_disk(spool)


def test_who_reads_while_a_version_goes_finds_the_others(store: BucketVersions) -> None:
    """And is told that there is no such version where that one was asked for."""
    reading, asked = list(store.getlist(KEY)), store.getlist(KEY)._unpacked(store.getlist(KEY)._items[1])
    delete(store, "id-1")
    assert [version.version_id for version in present(reading)] == ["id-0", "id-2", "id-3"]
    with pytest.raises(MissingVersion):
        _ = asked.size


def test_a_copy_has_objects_of_its_own_and_no_bodies(store: BucketVersions, spool: Full) -> None:
    """moto copies all versions to list folders of them."""
    size = len(on_disk(spool))
    copied = deepcopy(store.getlist(KEY))
    assert [version.version_id for version in copied] == ["id-0", "id-1", "id-2", "id-3"]
    del copied
    gc.collect()
    assert len(on_disk(spool)) == size
    assert [version.value for version in store.getlist(KEY)] == [b"body %d" % n for n in range(4)]


def test_markers_hold_no_version(store: BucketVersions) -> None:
    """moto asks of what was marked only whether it was a marker."""
    for _ in range(2):
        store[KEY] = FakeDeleteMarker(key=store[KEY])
    versions = store.getlist(KEY)
    assert [type(version) for version in versions] == [PastVersion] * 4 + [FakeDeleteMarker] * 2
    assert [type(marker.key) is FakeDeleteMarker for marker in list(versions)[4:]] == [False, True]
    assert FakeKey not in {type(marker.key) for marker in list(versions)[4:]}


def test_what_a_multipart_upload_made_stays_as_it_is(spool: Full) -> None:
    """Its parts are objects with bodies of their own."""
    parted = made(0)
    parted.multipart = SimpleNamespace(dispose=lambda: None)
    versions = KeyVersions(spool, [parted, made(1)])
    assert versions[0] is parted


def test_a_version_that_the_disk_does_not_take_follows_none(store: BucketVersions, spool: Full) -> None:
    """What was there is there, and once there is room the next one follows it."""
    next_one = made(4)
    spool.full = True
    with pytest.raises(OSError, match="No space"):
        put(store, next_one)
    assert [version.version_id for version in store.getlist(KEY)] == ["id-0", "id-1", "id-2", "id-3"]
    spool.full = False
    put(store, next_one)
    assert [version.value for version in store.getlist(KEY)] == [b"body %d" % n for n in range(5)]


def test_without_versioning_one_replaces_the_other(spool: Full) -> None:
    """As moto has it; the one before is on no disk."""
    store = BucketVersions(spool)
    for n in range(2):
        store.setlist(KEY, [made(n)])
    assert [version.value for version in store.getlist(KEY)] == [b"body 1"]
    assert b"body 0" not in on_disk(spool)


def test_a_key_whose_only_version_is_being_erased_is_as_one_that_is_deleted(spool: Full) -> None:
    """moto asks for the newest of each key while another request takes it away."""
    assert isinstance(KeyVersions(spool, [])[-1], FakeDeleteMarker)


def test_who_is_about_to_read_a_version_that_changes_reads_it(store: BucketVersions, spool: Full) -> None:
    """As it was; and of neither state anything is left once the version is erased."""
    reader, other = (next(iter(store.getlist(KEY))) for _ in range(2))
    other.acl = "another"
    assert reader.value == b"body 0" and next(iter(store.getlist(KEY))).acl == "another"
    store.setlist(KEY, [version for version in store.getlist(KEY) if version.version_id != "id-0"])
    assert b"zebra 0" not in (left := spool.read(0, spool._end)) and b"body 0" not in left and b"zebra 1" in left


def test_a_page_of_versions_reads_what_is_on_it(
    store: BucketVersions, spool: Full, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands before it is known by its id."""
    read: list[int] = []
    monkeypatch.setattr(Full, "read", lambda self, start, size: read.append(start) or Spool.read(self, start, size))
    page = _after(SimpleNamespace(keys=store), "", KEY, "id-2")
    assert [(version.version_id, version.is_latest) for version in page] == [("id-1", False), ("id-0", False)]
    assert len(read) == 2
