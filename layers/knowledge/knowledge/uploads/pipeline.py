"""Brings what is derived from an asset up to date with it: its chunks, its rendition, its line in a summary."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import PurePosixPath
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.chunks.indexer import FileIndex, FileLabels, IndexReport
from knowledge.chunks.reader import Parse
from knowledge.documents import Document
from knowledge.documents.limits import MAX_BYTES
from knowledge.documents.models import Section
from knowledge.documents.parser import with_sections
from knowledge.errors import Conflict, NotFound
from knowledge.files import paths
from knowledge.files.repository import Files
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects, StoredObject
from knowledge.ports.retry import retried
from knowledge.uploads.bucket_state import UploadRecorder
from knowledge.uploads.listing import UploadListing
from knowledge.uploads.reading import Reading, StoredUpload
from knowledge.uploads.registry import Upload, UploadRegistry

ATTEMPTS = 8  # each lost one means that another run followed the file, or one of the same content, meanwhile
PATIENCE = 30.0  # seconds for another run at the same content: what a request embeds itself takes less


@dataclass(frozen=True)
class FollowedUpload:
    """What following an asset did to its index, and its upload as it is then; None where there is none."""

    report: IndexReport
    upload: Upload | None


@dataclass(frozen=True)
class Ingestion:
    """The assets of one tenant. `embedders` are those by which its files are indexed."""

    tenant_id: UUID
    objects: Objects
    database: Database
    embedders: Sequence[Embedder]
    redaction: Redaction = "secrets"

    @cached_property
    def register(self) -> UploadRegistry:
        """What is known of the uploads."""
        return UploadRegistry(self.tenant_id, self.database)

    def follow(
        self,
        path: str,
        *,
        sequencer: str | None = None,
        reading: Reading | None = None,
        sent: StoredUpload | None = None,
    ) -> FollowedUpload:
        """Makes all that is known of the asset follow what the bucket has; an asset that is gone is forgotten.

        It may be called at any time, in any order, twice at once, or again after it was killed: what it does follows
        from the bucket and the register alone. `reading` may have the document already, `sent` what the bucket has.
        """

        reading = reading or Reading()
        if sent:
            reading.keep(sent.stored)

        def attempt(sent: StoredUpload | None = None, patience: float = 0.0) -> FollowedUpload:
            now = self._recorder.record(path, sequencer, sent, patience)
            if now is None:
                return FollowedUpload(self._index.follow(path), None)
            return self._follow_recorded(now, reading)

        try:
            return attempt(sent, PATIENCE)
        except (Conflict, NotFound):  # whoever comes again has waited for the others, and sees what is gone
            return retried(attempt, on=lambda error: isinstance(error, Conflict | NotFound), attempts=ATTEMPTS - 1)

    def summarise(self, topic: str, project: str | None) -> None:
        """Makes what tells of a topic's uploads follow the register."""
        self._listing.summarise(topic, project)

    def _follow_recorded(self, now: Upload, reading: Reading) -> FollowedUpload:
        gone = [] if now.content_hash else [self._forget(now)]
        outcomes = [self._index_content(content_hash, reading).get(now.file_path) for content_hash in now.unsettled]
        for project in now.unlisted:
            self.summarise(now.topic, project or None)
        upload = self.register.finish(now)
        if upload and upload.author is not now.author:
            self._listing.remove_of_author(now)  # it may have been written after the other run removed it
        # Who came later and is done may have been so before the last of this was written.
        if upload and _what_follows(upload) != _what_follows(now) and not upload.is_under_way:
            raise Conflict("Another run followed the file meanwhile; repeat the request in a moment.")
        report = next(filter(None, [*gone, *outcomes]), IndexReport(path=now.file_path, outcome="unchanged"))
        return FollowedUpload(report, upload)

    def _index_content(self, content_hash: str, reading: Reading) -> dict[str, IndexReport]:
        """Indexes the original of a content, and its duplicates as such; again where others changed who that is."""

        def attempt() -> dict[str, IndexReport]:
            uploads = self.register.of_content(content_hash)
            followed = list(self._index_uploads(uploads, reading))
            if followed and followed[-1][1] != [upload.id for upload in uploads]:
                reading.overtaken |= {upload.file_path for upload in uploads if upload.id not in followed[-1][1]}
                raise Conflict("Others kept changing files of the same content; repeat the request in a moment.")
            return {indexed.path: indexed for indexed, _ in followed}

        return retried(attempt, attempts=ATTEMPTS)

    def _index_uploads(
        self, uploads: Sequence[Upload], reading: Reading
    ) -> Iterator[tuple[IndexReport, Sequence[UUID]]]:
        """What was done for each, and which uploads have their content after that."""
        for upload in uploads[:1]:
            tags = tuple(dict.fromkeys(tag for upload in uploads for tag in upload.tags))
            label = next((upload.source_type for upload in uploads if upload.source_type), None)
            yield self._ingest(upload.model_copy(update={"tags": tags, "source_type": label}), reading)
        for upload in uploads[1:]:
            same = f"It has the same content as {uploads[0].file_path}; search finds that."
            indexed = self._index.follow(upload.file_path, etag=upload.etag, given=FileLabels(), instead=same)
            self._listing.remove(upload)
            yield indexed, self.register.note_outcome(upload, duplicate_of=uploads[0].id)

    def _ingest(self, upload: Upload, reading: Reading) -> tuple[IndexReport, Sequence[UUID]]:
        if upload.status != "done" and not reading.held(upload):
            self.register.advance(upload, "parsing")
        given, too_large = FileLabels(upload.source_type, upload.tags), _too_large(upload)
        stored = reading.kept(self._key(upload), upload.etag)

        def parse(name: str, stored: StoredObject, embedder: Embedder) -> Document:
            document = reading.parse(name, stored, embedder)
            read_as = {"title": document.title, "media_type": document.media_type, "note": document.unread}
            self.register.advance(upload, "embedding", **read_as)
            return _saying(upload.about, name, document)

        indexed = self._index.follow(
            upload.file_path, etag=upload.etag, given=given, parse=parse, instead=too_large, stored=stored
        )
        if indexed.problem:
            self._listing.remove(upload)
        documents = 0 if indexed.problem else self._render(upload, reading, parse)
        return indexed, self.register.note_outcome(upload, documents=documents)

    def _render(self, upload: Upload, reading: Reading, parse: Parse) -> int | None:
        """Brings the rendition up to date, and counts the document's passages where it had to be written."""
        name = PurePosixPath(upload.file_path).name

        def read() -> Document:
            held = reading.held(upload)
            if held:
                return _saying(upload.about, name, held)
            return parse(name, self.objects.get(self._key(upload)), self.embedders[0])

        document = self._listing.render(upload, read)
        return sum(1 for _ in document.sections) if document else None

    def _forget(self, upload: Upload) -> IndexReport:
        self._listing.remove(upload)
        return self._index.follow(upload.file_path)

    def _key(self, upload: Upload) -> str:
        return paths.key(str(self.tenant_id), upload.file_path)

    @cached_property
    def _recorder(self) -> UploadRecorder:
        return UploadRecorder(self.tenant_id, self.objects, self.register, self.redaction)

    @cached_property
    def _index(self) -> FileIndex:
        return FileIndex(self.tenant_id, self.objects, self.database, self.embedders, self.redaction)

    @cached_property
    def _listing(self) -> UploadListing:
        return UploadListing(Files(self.tenant_id, self.objects, self.database), self.register, self.redaction)


def _what_follows(upload: Upload) -> dict[str, object]:
    """By what all that is derived from it is made: another run by the same has done the same."""
    return upload.model_dump(include={"content_hash", "etag", "author", "project", "tags", "about", "source_type"})


def _saying(about: str | None, name: str, document: Document) -> Document:
    """The document of an asset of which its uploader said something: that comes first."""
    section = Section(f"{name}: {about}\n\n", (document.title,))  # or it runs into what follows
    return with_sections(document, lambda: chain([section], document.sections)) if about else document


def _too_large(upload: Upload) -> str | None:
    if (upload.size or 0) <= MAX_BYTES:
        return None
    return f"{upload.file_name} has {upload.size:,} bytes, the limit is {MAX_BYTES:,}; split it or compress it."
