"""The object-storage port: whole objects with compare-and-swap writes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

MARKDOWN = "text/markdown; charset=utf-8"


@dataclass(frozen=True)
class StoredObject:
    """One object as it was read."""

    key: str
    body: bytes
    etag: str
    version_id: str | None
    content_type: str
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Revision:
    """One version of an object, or a deletion, as its history in the bucket shows it."""

    version_id: str
    deleted: bool
    written: datetime


@dataclass(frozen=True)
class ObjectSummary:
    """One object as a listing shows it, without its body."""

    key: str
    etag: str
    size: int
    updated: datetime


@dataclass(frozen=True)
class UploadForm:
    """Where and with which form fields a browser or curl may post one file."""

    url: str
    fields: dict[str, str]


def unquote_etag(etag: str) -> str:
    """The ETag without the quotes that a header has around it and an event has not."""
    return etag.strip('"')


class Objects(Protocol):
    """A versioned bucket. Keys are whole keys, tenant prefix included."""

    def get(self, key: str, version_id: str | None = None) -> StoredObject:
        """The object, or its given version. Raises `NotFound`."""
        ...

    def put(
        self,
        key: str,
        body: bytes,
        *,
        content_type: str,
        if_match: str | None,
        metadata: Mapping[str, str] | None = None,
    ) -> StoredObject:
        """Writes if the object's ETag is still `if_match`, or if there is none yet where it is None.

        `metadata` is ASCII, 2 KB in all. Raises `Conflict` where somebody else was first.
        """
        ...

    def delete(self, key: str, *, if_match: str | None = None) -> str | None:
        """Deletes (older versions stay readable) and returns the deletion's version id.

        Raises `Conflict` where `if_match` is not the ETag.
        """
        ...

    def erase(self, key: str, version_ids: Collection[str] | None = None) -> int:
        """Deletes every version of the object, or these, so that nothing of them can be read again; how many."""
        ...

    def version_ids(self, key: str) -> Sequence[str]:
        """The ids of the object's versions and deletions, in any order: a thousand a request."""
        ...

    def erase_all(self, prefix: str) -> int:
        """Deletes every version of every object whose key starts with `prefix`; how many."""
        ...

    def versions(self, key: str) -> Iterator[Revision]:
        """The object's versions and deletions, newest first."""
        ...

    def keys(self, prefix: str) -> Iterator[str]:
        """The keys that start with `prefix` and of which there is any version, in order; deleted ones, too."""
        ...

    def list(self, prefix: str) -> Iterator[ObjectSummary]:
        """The objects whose key starts with `prefix`, in key order."""
        ...

    def presign_get(self, key: str, seconds: int) -> str:
        """A URL by which whoever has it reads the object for so many seconds."""
        ...

    def presign_post(
        self, key: str, max_bytes: int, content_type: str, seconds: int, metadata: Mapping[str, str] | None = None
    ) -> UploadForm:
        """A form that uploads one file of 1 to `max_bytes` bytes of this type to exactly this key, for `seconds`.

        The object then has this `metadata`, which whoever posts it cannot change.
        """
        ...

    def __hash__(self) -> int:
        """By identity: what one version of an object holds may be cached under it."""
        ...
