"""The system's own files as a context reads them, while others change them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID

import pytest
from knowledge.errors import NotFound
from knowledge.ports.object_store import ObjectSummary, StoredObject
from knowledge.usecases.query_knowledge.context_files import FileReader

TENANT = UUID("00000000-0000-4000-8000-000000000001")
PATH = "3-descriptions/system/identity.md"
KEY = f"{TENANT}/{PATH}"


class Bucket:
    """One file, which changes after it was listed."""

    def __init__(self) -> None:
        self.now: str | None = "one"
        self.after_listing: str | None = "one"
        self.reads = 0

    def list(self, _: str) -> Iterator[ObjectSummary]:
        """The file as it is, which then becomes another."""
        if self.now:
            yield ObjectSummary(KEY, f'"{self.now}"', 3, datetime.now(UTC))
        self.now = self.after_listing

    def get(self, key: str, _: str | None = None) -> StoredObject:
        """The file as it is now."""
        self.reads += 1
        if self.now is None:
            raise NotFound
        return StoredObject(key, self.now.encode(), f'"{self.now}"', None, "text/markdown", {})


@pytest.fixture
def bucket() -> Bucket:
    """One for each test: what is cached is so by the bucket."""
    return Bucket()


def system(bucket: Bucket) -> dict[str, bytes]:
    reader = FileReader(cast(Any, bucket), cast(Any, None), TENANT, cast(Any, None))
    return {path: stored.body for path, stored in reader.system(["identity"], None).items()}


def test_a_version_is_read_once(bucket: Bucket) -> None:
    """A warm process needs no more of it than its ETag."""
    assert [system(bucket), system(bucket)] == [{PATH: b"one"}] * 2
    assert bucket.reads == 1


def test_what_took_the_place_of_a_listed_version_is_not_kept_as_that(bucket: Bucket) -> None:
    """The file is answered as it is; brought back to what it was, it is what it was."""
    bucket.after_listing = "two"
    assert system(bucket) == {PATH: b"two"}
    bucket.now = bucket.after_listing = "one"
    assert system(bucket) == {PATH: b"one"}


def test_a_file_that_is_deleted_meanwhile_is_none(bucket: Bucket) -> None:
    """The rest of the context is answered."""
    bucket.after_listing = None
    assert system(bucket) == {}
