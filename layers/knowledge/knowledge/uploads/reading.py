"""A file on its way into the index: what a request sent, and the document that it holds, read once."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import PurePosixPath

from knowledge.chunks import reader
from knowledge.documents import Document
from knowledge.files import paths
from knowledge.files.project_view import project_of
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import ObjectSummary, StoredObject, unquote_etag
from knowledge.uploads.registry import Upload


def digest(content: bytes, project: str | None = None) -> str:
    """What tells that two files of a project have the same content: SHA-256 in hex."""
    return sha256(f"{project}\0".encode() + content if project else content).hexdigest()


class Reading:
    """The document of the content that was last read, and the object that it was kept as, if the request did that.

    `overtaken` are the assets of its content that were changed or gone when they were written of.
    """

    def __init__(self) -> None:
        self.overtaken: set[str] = set()
        self._read: tuple[str, str] | None = None
        self._document: Document | None = None
        self._stored: StoredObject | None = None

    def of(
        self, name: str, content: bytes, content_type: str | None, embedder: Embedder, project: str | None = None
    ) -> Document:
        """The document that `content` holds, of that project. Raises what `parse_safely` does."""
        asked = (name, digest(content, project))  # a file without a title is called as its name
        if self._document is None or self._read != asked:
            self._document = reader.parse_content(name, content, content_type, embedder)
            self._read = asked
        return self._document

    def parse(self, name: str, stored: StoredObject, embedder: Embedder) -> Document:
        """The document of an asset, as the index asks for it."""
        project = project_of(paths.locate(stored.key)[1], stored.metadata)
        return self.of(name, stored.body, stored.content_type, embedder, project)

    def held(self, upload: Upload) -> Document | None:
        """The document of the upload, if it was the last to be read."""
        return self._document if self._read == (PurePosixPath(upload.file_path).name, upload.content_hash) else None

    def keep(self, stored: StoredObject) -> None:
        """The request put this object into the bucket."""
        self._stored = stored

    def kept(self, key: str, etag: str | None) -> StoredObject | None:
        """The object at that key with that ETag, if the request put it there."""
        stored = self._stored
        return stored if stored and (stored.key, unquote_etag(stored.etag)) == (key, etag) else None


@dataclass(frozen=True)
class StoredUpload:
    """A file that this request registered and stored itself: nobody has to look for what is there."""

    upload: Upload
    stored: StoredObject

    @property
    def listed(self) -> ObjectSummary:
        """As a listing shows it; S3's clock has seconds, too."""
        now = datetime.now(UTC).replace(microsecond=0)
        return ObjectSummary(self.stored.key, self.stored.etag, len(self.stored.body), now)
