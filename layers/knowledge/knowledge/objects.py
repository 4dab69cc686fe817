"""The object-storage port: whole objects with compare-and-swap writes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True)
class Stored:
    """One object as it was read."""

    key: str
    body: bytes
    etag: str
    version_id: str | None
    content_type: str


@dataclass(frozen=True)
class Listed:
    """One object as a listing shows it, without its body."""

    key: str
    etag: str
    size: int
    updated: datetime


class Objects(Protocol):
    """A versioned bucket. Keys are whole keys, tenant prefix included."""

    def get(self, key: str, version_id: str | None = None) -> Stored:
        """The object, or its given version. Raises `NotFound`."""
        ...

    def put(self, key: str, body: bytes, *, content_type: str, if_match: str | None) -> Stored:
        """Writes if the object's ETag is still `if_match`, or if there is none yet where it is None.

        Raises `Conflict` where somebody else was first.
        """
        ...

    def delete(self, key: str, *, if_match: str | None = None) -> None:
        """Deletes (older versions stay readable). Raises `Conflict` where `if_match` is not the ETag."""
        ...

    def list(self, prefix: str) -> Iterator[Listed]:
        """The objects whose key starts with `prefix`, in key order."""
        ...
