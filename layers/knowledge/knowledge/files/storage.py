"""A file's object in S3 and its row in Postgres, kept in step: the object first, then the row."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn
from uuid import UUID

from knowledge.errors import Conflict, Invalid, NotFound, Unavailable
from knowledge.files import bucket_sync, paths
from knowledge.files.authority import persons_version
from knowledge.files.bucket_sync import Reconciler, WriteMetadata
from knowledge.files.paths import Tier
from knowledge.files.persons_lines import AttributedText, PersonsLines
from knowledge.files.semver import Bump, ChangedBy, following
from knowledge.files.version_history import Change, History, Version
from knowledge.ports.database import Database
from knowledge.ports.object_store import MARKDOWN, Objects, StoredObject

_TIERS = (Tier.INDEX, Tier.SUMMARY, Tier.DESCRIPTION)


@dataclass(frozen=True)
class CurrentVersion:
    """The object and the version that it is: no object where the file is deleted, neither where it never was."""

    stored: StoredObject | None
    latest: Version | None

    @property
    def text(self) -> str | None:
        """The content; None where there is no file."""
        return bucket_sync.text(self.stored) if self.stored else None

    @property
    def persons(self) -> str | None:
        """The version in which a person last wrote the file. The history knows of a copy with another's metadata."""
        if self.stored and self.latest and self.latest.changed_by is ChangedBy.USER:
            return self.stored.version_id
        return persons_version(self.stored) if self.stored else None

    def following(self, bump: Bump) -> str:
        """The number of the next version."""
        return following(self.latest.version if self.latest else None, bump)


class Store:
    """The files of a tenant as they are, and one step at a time: every method may raise `Conflict`, to be tried again.

    Only what is in the bucket already is never a conflict: whoever tried it again would do it twice.
    """

    def __init__(self, tenant_id: UUID, objects: Objects, database: Database) -> None:
        self._tenant = str(tenant_id)
        self._objects = objects
        self.history = History(tenant_id, database)
        self._reconciler = Reconciler(self._tenant, objects, self.history)
        self._persons_lines = PersonsLines(tenant_id, objects, self.history)

    def key(self, path: str) -> str:
        """The object's key. Raises `Invalid` where the path is in none of the three tiers."""
        key = paths.key(self._tenant, path)
        if paths.tier(path) not in _TIERS:
            raise Invalid(f"{path} is not in one of the three tiers; assets go through upload-ingest.")
        return key

    def current(self, path: str) -> CurrentVersion:
        """The file as it is. Raises `Conflict` where the history was behind; then it is not any more."""
        try:
            stored = self._objects.get(self.key(path))
        except NotFound:
            stored = None
        latest = self.history.latest(path)
        recorded = latest.object_version if latest and not latest.deleted else None
        if recorded != (bucket_sync.version_id(stored) if stored else None):
            self.reconcile(path)
            raise Conflict
        return CurrentVersion(stored, latest)

    def at(self, path: str, version: Version) -> StoredObject:
        """The object as it was at a version. Raises `NotFound` where that was removed from the bucket."""
        return self._objects.get(self.key(path), version.object_version)

    def attributed(self, path: str, current: CurrentVersion) -> AttributedText:
        """What the file says, and what of it is from a person."""
        is_by_person = current.text is not None and current.persons is not None
        return self._persons_lines.of(path, current.text or "") if is_by_person else AttributedText(current.text)

    def asset(self, path: str, whole: int, seconds: int) -> StoredObject | str:
        """An asset of at most so many bytes; of a larger one a URL that gives it for some seconds."""
        key = paths.key(self._tenant, path)
        summary = next((entry for entry in self._objects.list(key) if entry.key == key), None)
        if summary is None:
            raise NotFound(f"There is no asset {path}; its upload's answer has its path.")
        return self._objects.get(key) if summary.size <= whole else self._objects.presign_get(key, seconds)

    def put(
        self,
        path: str,
        content: str,
        current: CurrentVersion,
        by: ChangedBy,
        summary: str,
        bump: Bump,
        person: str = "",
    ) -> tuple[StoredObject, Version]:
        """Writes the content in the place of what is current, and records it."""
        replaced = current.latest.object_version if current.latest else ""
        write = WriteMetadata(
            replaces=replaced, changed_by=by, summary=summary, bump=bump, person=person or current.persons or ""
        )
        stored = self._objects.put(
            self.key(path),
            content.encode(errors="replace"),
            content_type=MARKDOWN,
            if_match=current.stored.etag if current.stored else None,
            metadata=write.metadata(),
        )
        change = bucket_sync.written(stored, current.following(bump), by, summary)
        return stored, self._recorded(path, current.latest, change)

    def delete(self, path: str, stored: StoredObject, latest: Version, by: ChangedBy, summary: str) -> Version:
        """Deletes what is current, and records it."""
        self.history.announce_deletion(path, latest, by, summary)
        marker = self._objects.delete(self.key(path), if_match=stored.etag)
        return self._recorded(path, latest, bucket_sync.deletion(marker, latest, by, summary))

    def reconcile(self, path: str) -> list[Version]:
        """Records what is in the bucket and not yet in the history, and returns it, oldest first."""
        self.key(path)
        return self._reconciler.reconcile(path)

    def unrecorded(self) -> Iterator[str]:
        """The paths whose object is not the one that the history has, without reading a body."""
        recorded = {entry.path: entry.etag for entry in self.history.files("", "")}
        for tier in _TIERS:
            for summary in self._objects.list(paths.prefix(self._tenant, f"{tier}/")):
                path = summary.key.partition("/")[2]
                if recorded.pop(path, None) != summary.etag and paths.is_allowed(path):
                    yield path
        yield from recorded

    def _recorded(self, path: str, previous: Version | None, change: Change) -> Version:
        with suppress(Conflict):
            return self.history.record(path, previous, change)
        with suppress(Conflict):
            self.reconcile(path)
        recorded = self.history.of_object(path, change.object_version)
        return recorded or self._unrecorded(path, change)

    def _unrecorded(self, path: str, change: Change) -> NoReturn:
        """Says why: the version was forgotten while it was written, or its turn has not come."""
        if change.object_version not in self._objects.version_ids(self.key(path)):
            raise Conflict(f"{path} was forgotten while it was written; send it again if it is to be kept.")
        raise Unavailable(f"{path} is written, but its version is not recorded yet; read it in a moment.")
