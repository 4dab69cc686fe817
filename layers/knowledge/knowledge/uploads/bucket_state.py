"""What the bucket has of an asset, noted in the register; what may not be kept of it gives way first."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import dropwhile, islice
from time import monotonic
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.documents.limits import MAX_BYTES
from knowledge.errors import Conflict, NotFound
from knowledge.files import bucket_sync, paths, projects
from knowledge.files.authority import author_of, metadata_of
from knowledge.files.project_view import project_of
from knowledge.files.semver import ChangedBy
from knowledge.ports.object_store import Objects, ObjectSummary, StoredObject, unquote_etag
from knowledge.ports.retry import retried
from knowledge.privacy.attachments import REDACTED, redacted
from knowledge.uploads.reading import StoredUpload, digest
from knowledge.uploads.registry import Upload, UploadRegistry


@dataclass(frozen=True)
class SeenObject:
    """What the bucket has at an upload's path, as `record_upload` takes it; nothing, where there is no object."""

    project: str | None
    etag: str | None = None
    size: int | None = None
    written_at: datetime | None = None
    content_hash: str | None = None
    author: ChangedBy | None = None


@dataclass(frozen=True)
class UploadRecorder:
    """Notes what the bucket has of one tenant's assets."""

    tenant_id: UUID
    objects: Objects
    register: UploadRegistry
    redaction: Redaction

    def record(self, path: str, sequencer: str | None, sent: StoredUpload | None, patience: float) -> Upload | None:
        """The upload with what the bucket has; None where there is neither. `sent` is looked at once.

        A file that lands by a request is told of by an event as well. Whoever records it first reads it; the other
        waits here, and then finds everything done. It goes on by itself where that takes longer than `patience`.
        """
        until = monotonic() + patience
        if sent:
            with suppress(Conflict):  # whoever comes again looks at what others made of it
                return self._record(path, sequencer, until, sent)
        return retried(lambda: self._record(path, sequencer, until), seconds=patience + 20)

    def _record(
        self, path: str, sequencer: str | None, until: float, sent: StoredUpload | None = None
    ) -> Upload | None:
        before, summary = (sent.upload, sent.listed) if sent else (self.register.at(path), self._listed(path))
        if before and summary and before.is_being_read(unquote_etag(summary.etag)) and monotonic() < until:
            raise Conflict("Another run reads the file; repeat the request in a moment.")
        if summary and not sent and (before is None or before.content_hash is None):
            before = self.register.on_object_found(path)
        if before is None:
            return None
        seen = self._seen(before, summary, sent.stored if sent else None)
        if summary and _overrules(before, seen):
            self._put_back(summary)
            raise Conflict("A person's file was put back over an agent's; repeat the request in a moment.")
        return self.register.record(before, sequencer=sequencer, **asdict(seen))

    def _seen(self, before: Upload, summary: ObjectSummary | None, sent: StoredObject | None) -> SeenObject:
        """What the bucket has; a body is read only where it changed and may be."""
        if summary is None:
            return SeenObject(before.project)
        etag = unquote_etag(summary.etag)
        seen = SeenObject(paths.project(before.file_path) or before.project, etag, summary.size, summary.updated)
        if summary.size > MAX_BYTES:
            return replace(seen, content_hash=etag)
        if before.content_hash and before.etag == etag and not sent:
            return replace(seen, content_hash=before.content_hash)
        stored = sent or self._kept(summary.key, before.etag)
        project = project_of(before.file_path, stored.metadata)
        return replace(
            seen,
            project=projects.with_folder(project),
            etag=unquote_etag(stored.etag),
            content_hash=digest(stored.body, project),
            author=author_of(stored.metadata),
        )

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

    def _put_back(self, summary: ObjectSummary) -> None:
        """A person's file that an agent's form replaced: the form was handed out before the file was there."""
        for revision in self.objects.versions(summary.key):
            stored = None if revision.deleted else self.objects.get(summary.key, revision.version_id)
            if stored and author_of(stored.metadata) is ChangedBy.USER:
                self.objects.put(
                    summary.key,
                    stored.body,
                    content_type=stored.content_type,
                    if_match=summary.etag,
                    metadata={
                        **metadata_of(ChangedBy.USER),
                        **projects.metadata_of(projects.project_of(stored.metadata)),
                    },
                )
                return

    def _listed(self, path: str) -> ObjectSummary | None:
        key = paths.key(str(self.tenant_id), path)
        return next((entry for entry in self.objects.list(key) if entry.key == key), None)


def _overrules(before: Upload, seen: SeenObject) -> bool:
    """Whether what the bucket has is an agent's, and what was there a person's."""
    is_agents = seen.author is ChangedBy.AGENT and before.author is ChangedBy.USER
    return is_agents and before.content_hash not in (None, seen.content_hash)
