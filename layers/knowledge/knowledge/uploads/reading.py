"""Reads an asset once, however often its document is asked for."""

from collections.abc import Callable
from hashlib import sha256

from knowledge import passages
from knowledge.embedder import Embedder
from knowledge.ingest import Document
from knowledge.objects import Stored


def digest(content: bytes) -> str:
    """What tells that two files have the same content: SHA-256 in hex."""
    return sha256(content).hexdigest()


class Reading:
    """The document of the content that was last read; `on_read` is told when it is there."""

    def __init__(self, on_read: Callable[[Document], None] = lambda _: None) -> None:
        self.on_read = on_read
        self._hash: str | None = None
        self._document: Document | None = None

    def of(self, name: str, content: bytes, content_type: str | None, embedder: Embedder) -> Document:
        """The document that `content` holds. Raises what `parse_safely` does."""
        found = digest(content)
        if self._document is None or self._hash != found:
            self._document = passages.parse_content(name, content, content_type, embedder)
            self._hash = found
        self.on_read(self._document)
        return self._document

    def parse(self, name: str, stored: Stored, embedder: Embedder) -> Document:
        """The document of an asset, as the index asks for it."""
        return self.of(name, stored.body, stored.content_type, embedder)
