"""Brings what is derived from an asset up to date with it: its register entry, its chunks, its rendition."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, dropwhile, islice, repeat
from pathlib import PurePosixPath
from time import monotonic
from typing import Any
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.chunks.indexer import FileLabels, IndexReport, index_file, unquote_etag
from knowledge.documents import Document
from knowledge.documents.limits import MAX_BYTES
from knowledge.documents.models import Section
from knowledge.documents.parser import with_sections
from knowledge.errors import Conflict, NotFound
from knowledge.files import bucket_sync, paths, projects
from knowledge.files.authority import author_of, metadata_of
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects, ObjectSummary, StoredObject
from knowledge.ports.retry import retried
from knowledge.privacy.attachments import REDACTED, redacted
from knowledge.uploads.listing import UploadListing
from knowledge.uploads.reading import Reading, StoredUpload, digest
from knowledge.uploads.registry import Upload, UploadRegistry

ATTEMPTS = 8  # each lost one means that another run followed a file of the same content meanwhile
PATIENCE = 30.0  # seconds for another run at the same content: what a request embeds itself takes less


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
    ) -> IndexReport:
        """Makes all that is known of the asset follow what the bucket has; an asset that is gone is forgotten.

        It may be called at any time, in any order, twice at once, or again after it was killed: what it does follows
        from the bucket and the register alone. `reading` may have the document already, `sent` what the bucket has.
        """
        patience = iter([PATIENCE])  # for others; whoever comes again had its turn
        looks = chain([sent], repeat(None))  # whoever comes again looks at what others made of it

        def attempt() -> IndexReport:
            now = self._recorded(path, sequencer, next(patience, 0.0), looks)
            return self._settled(now, reading or Reading()) if now else self._index(path)

        return retried(attempt, attempts=ATTEMPTS)

    def _recorded(
        self, path: str, sequencer: str | None, patience: float, looks: Iterator[StoredUpload | None]
    ) -> Upload | None:
        """The upload with what the bucket has; None where there is neither.

        A file that lands by a request is told of by an event as well. Whoever records it first reads it; the other
        waits here, and then finds everything done. It goes on by itself where that takes longer than `patience`.
        """
        until = monotonic() + patience
        return retried(lambda: self._record(path, sequencer, until, next(looks)), seconds=patience + 20)

    def _record(self, path: str, sequencer: str | None, until: float, sent: StoredUpload | None) -> Upload | None:
        before, listed = (sent.upload, sent.listed) if sent else (self.register.at(path), self._listed(path))
        if before and listed and before.is_being_read(unquote_etag(listed.etag)) and monotonic() < until:
            raise Conflict("Another run reads the file; repeat the request in a moment.")
        if listed and not sent and (before is None or before.content_hash is None):
            before = self.register.on_object_found(path)
        if before is None:
            return None
        seen = self._seen(before, listed, sent.stored if sent else None)
        if listed and _overrules(before, seen):
            self._put_back(listed)
            raise Conflict("A person's file was put back over an agent's; repeat the request in a moment.")
        return self.register.record(before, sequencer=sequencer, **seen)

    def _put_back(self, listed: ObjectSummary) -> None:
        """A person's file that an agent's form replaced: the form was handed out before the file was there."""
        for revision in self.objects.versions(listed.key):
            stored = None if revision.deleted else self.objects.get(listed.key, revision.version_id)
            if stored and author_of(stored.metadata) is ChangedBy.USER:
                self.objects.put(
                    listed.key,
                    stored.body,
                    content_type=stored.content_type,
                    if_match=listed.etag,
                    metadata={
                        **metadata_of(ChangedBy.USER),
                        **projects.metadata_of(projects.project_of(stored.metadata)),
                    },
                )
                return

    def _settled(self, now: Upload, reading: Reading) -> IndexReport:
        gone = [] if now.content_hash else [self._forget(now)]
        outcomes = [self._settle(content_hash, reading).get(now.file_path) for content_hash in now.unsettled]
        for project in now.unlisted:
            self._catalogue.summarise(now.topic, project or None)
        self.register.finish(now)
        return next(filter(None, [*gone, *outcomes]), IndexReport(path=now.file_path, outcome="unchanged"))

    def _seen(self, before: Upload, listed: ObjectSummary | None, stored: StoredObject | None) -> dict[str, Any]:
        """What the bucket has, as `Register.record` takes it; a body is read only where it changed and may be."""
        seen: dict[str, Any] = {"project": before.project}
        if listed is None:
            return seen
        seen |= {"etag": unquote_etag(listed.etag), "size": listed.size, "written_at": listed.updated}
        if listed.size > MAX_BYTES:
            return seen | {"content_hash": unquote_etag(listed.etag)}
        if before.content_hash and before.etag == seen["etag"] and not stored:
            return seen | {"content_hash": before.content_hash}
        stored = stored or self._kept(listed.key, before.etag)
        project = projects.project_of(stored.metadata)
        read = {"etag": unquote_etag(stored.etag), "content_hash": digest(stored.body, project)}
        return seen | read | {"author": author_of(stored.metadata), "project": projects.with_folder(project)}

    def _kept(self, key: str, recorded: str | None) -> StoredObject:
        """The object. What an agent posted by a form gives way to what may be kept of it; then `Conflict` is raised.

        What may be kept is given back only when nothing else is left that came since the one that was `recorded`.
        """
        stored = self.objects.get(key)
        clean = self._redacted(stored)
        if clean != stored.body:
            metadata = {**stored.metadata, **REDACTED}
            self.objects.put(key, clean, content_type=stored.content_type, if_match=stored.etag, metadata=metadata)
            raise Conflict("The file was redacted; repeat the request in a moment.")
        if author_of(stored.metadata) is ChangedBy.AGENT:
            self.objects.erase(key, [*self._unredacted(stored, recorded)])
        return stored

    def _redacted(self, stored: StoredObject) -> bytes:
        """What may be kept of it: all, where a person wrote it or it was redacted."""
        whole = author_of(stored.metadata) is ChangedBy.USER or stored.metadata.keys() >= REDACTED.keys()
        return stored.body if whole else redacted(stored.body, self.redaction)

    def _unredacted(self, latest: StoredObject, recorded: str | None) -> Iterator[str]:
        """The versions between the recorded one and the latest that may not be kept as they are."""
        current = bucket_sync.version_id(latest)
        newest_first = dropwhile(lambda revision: revision.version_id != current, self.objects.versions(latest.key))
        for revision in islice(newest_first, 1, None):
            with suppress(NotFound):  # a deletion, or erased by another run
                earlier = self.objects.get(latest.key, revision.version_id)
                if unquote_etag(earlier.etag) == recorded:
                    return
                if self._redacted(earlier) != earlier.body:
                    yield revision.version_id

    def _settle(self, content_hash: str, reading: Reading) -> dict[str, IndexReport]:
        """Indexes the original of a content, and its duplicates as such; again where others changed who that is."""

        def attempt() -> dict[str, IndexReport]:
            uploads = self.register.of_content(content_hash)
            outcomes = {upload.file_path: indexed for upload, indexed in self._index_uploads(uploads, reading)}
            if [upload.id for upload in self.register.of_content(content_hash)] != [upload.id for upload in uploads]:
                raise Conflict("Others kept changing files of the same content; repeat the request in a moment.")
            return outcomes

        return retried(attempt, attempts=ATTEMPTS)

    def _index_uploads(self, uploads: Sequence[Upload], reading: Reading) -> Iterator[tuple[Upload, IndexReport]]:
        for upload in uploads[:1]:
            tags = tuple(dict.fromkeys(tag for upload in uploads for tag in upload.tags))
            yield upload, self._ingest(upload.model_copy(update={"tags": tags}), reading)
        for upload in uploads[1:]:
            same = f"It has the same content as {uploads[0].file_path}; search finds that."
            yield upload, self._index(upload.file_path, etag=upload.etag, given=FileLabels(), instead=same)
            self._catalogue.remove(upload)
            self.register.settle(upload, duplicate_of=uploads[0].id)

    def _ingest(self, upload: Upload, reading: Reading) -> IndexReport:
        reading.on_read = lambda document: self.register.advance(
            upload, "embedding", title=document.title, media_type=document.media_type
        )
        if upload.status != "done":
            self.register.advance(upload, "parsing")
        given, too_large = FileLabels(upload.source_type, upload.tags), _too_large(upload)

        def parse(name: str, stored: StoredObject, embedder: Embedder) -> Document:
            return _saying(upload.about, name, reading.parse(name, stored, embedder))

        indexed = self._index(upload.file_path, etag=upload.etag, given=given, parse=parse, instead=too_large)
        if indexed.problem:
            self._catalogue.remove(upload)
        self.register.settle(upload, documents=0 if indexed.problem else self._render(upload, reading))
        return indexed

    def _render(self, upload: Upload, reading: Reading) -> int | None:
        """Brings the rendition up to date, and counts the document's passages where it had to be written."""
        name, key = PurePosixPath(upload.file_path).name, paths.key(str(self.tenant_id), upload.file_path)

        def read() -> Document:
            known = reading.held(upload.content_hash)
            return _saying(upload.about, name, known or reading.parse(name, self.objects.get(key), self.embedders[0]))

        document = self._catalogue.render(upload, read)
        return sum(1 for _ in document.sections) if document else None

    def _forget(self, upload: Upload) -> IndexReport:
        self._catalogue.remove(upload)
        return self._index(upload.file_path)

    def _index(self, path: str, **options: Any) -> IndexReport:
        indexed = (path, self.tenant_id, self.objects, self.database, self.embedders)
        return index_file(*indexed, redaction=self.redaction, **options)

    def _listed(self, path: str) -> ObjectSummary | None:
        key = paths.key(str(self.tenant_id), path)
        return next((entry for entry in self.objects.list(key) if entry.key == key), None)

    @cached_property
    def _catalogue(self) -> UploadListing:
        return UploadListing(Files(self.tenant_id, self.objects, self.database), self.register, self.redaction)


def _overrules(before: Upload, seen: dict[str, Any]) -> bool:
    """Whether what the bucket has is an agent's, and what was there a person's."""
    is_agents = seen.get("author") is ChangedBy.AGENT and before.author is ChangedBy.USER
    return is_agents and before.content_hash not in (None, seen["content_hash"])


def _saying(about: str | None, name: str, document: Document) -> Document:
    """The document of an asset of which its uploader said something: that comes first."""
    section = Section(f"{name}: {about}", (document.title,))
    return with_sections(document, lambda: chain([section], document.sections)) if about else document


def _too_large(upload: Upload) -> str | None:
    if (upload.size or 0) <= MAX_BYTES:
        return None
    return f"{upload.file_name} has {upload.size:,} bytes, the limit is {MAX_BYTES:,}; split it or compress it."
