"""The history of a file caught up with the bucket, whoever wrote there and whatever was interrupted."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote, unquote

from pydantic import BaseModel, ValidationError

from knowledge.errors import Misconfigured, NotFound
from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.paths import Tier
from knowledge.files.semver import Bump, ChangedBy, bump_of, following
from knowledge.files.version_history import Change, History, Version
from knowledge.ports.object_store import Objects, Revision, StoredObject
from knowledge.schemas import storable


class WriteMetadata(BaseModel):
    """What a write says of itself in the object's metadata: which version it replaces, by whom, why, which step.

    `person` is the version in which a person last wrote the file (`authority.persons_version`).
    """

    replaces: str
    changed_by: ChangedBy
    summary: str
    bump: Bump
    person: str = ""

    def metadata(self) -> dict[str, str]:
        """As S3 takes it: ASCII."""
        return {name.replace("_", "-"): quote(value) for name, value in self.model_dump().items()}

    @classmethod
    def read(cls, metadata: Mapping[str, str], latest: Version | None) -> "WriteMetadata | None":
        """What the metadata tells; None where a person wrote the object, or copied it with another's metadata.

        Where no version is known there is none to compare: a file that was forgotten while it was written.
        """
        try:
            write = cls.model_validate(
                {name.replace("-", "_"): storable(unquote(value)) for name, value in metadata.items()}
            )
        except ValidationError:
            return None
        return write if latest is None or write.replaces == latest.object_version else None


def written(stored: StoredObject, version: str, by: ChangedBy, summary: str, at: datetime | None = None) -> Change:
    """A write that the bucket holds, to be recorded: of an index file with the locations that it leads to."""
    digest, lists = hashlib.sha256(stored.body).hexdigest(), None
    if paths.tier(stored.key.partition("/")[2]) is Tier.INDEX:
        lists = {entry.location: index.render(entry) for entry in index.entries(text(stored))}
    return Change(version_id(stored), version, by, summary, digest, stored.etag, len(stored.body), at, lists)


def deletion(
    marker: str | None, latest: Version | None, by: ChangedBy, summary: str, at: datetime | None = None
) -> Change:
    """A deletion that the bucket holds, to be recorded."""
    version = following(latest.version if latest else None, Bump.MAJOR)
    return Change(_versioned(marker), version, by, summary, None, None, 0, at)


def version_id(stored: StoredObject) -> str:
    """The object's version id. Raises `Misconfigured` where the bucket keeps no versions."""
    return _versioned(stored.version_id)


def reason(stored: StoredObject) -> str:
    """Why the version was written, as it says of itself."""
    return unquote(stored.metadata.get("summary", ""))


def text(stored: StoredObject) -> str:
    """The object's text; what is no UTF-8 in it is shown as replacement characters."""
    return stored.body.decode(errors="replace")


class Reconciler:
    """Finds what a tenant's bucket has beyond the history, and records it in order."""

    def __init__(self, tenant: str, objects: Objects, history: History) -> None:
        self._tenant = tenant
        self._objects = objects
        self._history = history

    def reconcile(self, path: str) -> list[Version]:
        """Records what is in the bucket and not yet in the history, and returns it, oldest first."""
        latest = self._history.latest(path)
        recorded = []
        for revision in self._unrecorded(path, latest):
            change = self._deleted(revision, latest) if revision.deleted else self._written(path, revision, latest)
            latest = self._history.record(path, latest, change)
            recorded.append(latest)
        return recorded

    def _unrecorded(self, path: str, latest: Version | None) -> list[Revision]:
        """What the bucket has after the latest version recorded, oldest first."""
        revisions: list[Revision] = []
        for revision in self._objects.versions(paths.key(self._tenant, path)):
            if latest and revision.version_id == latest.object_version:
                return revisions[::-1]
            revisions.append(revision)
        return self._after_a_removal(path, revisions, latest) if latest else revisions[::-1]

    def _after_a_removal(self, path: str, revisions: list[Revision], latest: Version) -> list[Revision]:
        """The same where a person removed the latest version from the bucket for good, as S3's way to undelete is.

        If that made an older one current again, this is written anew: a version of its own. If it left nothing, that is
        a deletion, which gets a name in the place of S3's.
        """
        recorded = {version.object_version for version in self._history.versions(path)}
        position = next(
            (place for place, revision in enumerate(revisions) if revision.version_id in recorded), len(revisions)
        )
        if position:
            return revisions[:position][::-1]
        if revisions and not revisions[0].deleted:
            return [self._written_anew(path, revisions[0].version_id)]
        return [] if latest.deleted else [Revision(f"removed:{latest.object_version}", True, datetime.now(UTC))]

    def _written_anew(self, path: str, object_version: str) -> Revision:
        key = paths.key(self._tenant, path)
        old = self._objects.get(key, object_version)
        new = self._objects.put(key, old.body, content_type=old.content_type, if_match=old.etag)
        return Revision(version_id(new), False, datetime.now(UTC))

    def _written(self, path: str, revision: Revision, latest: Version | None) -> Change:
        """What to record of a version: what it tells of itself, or that a person made it."""
        stored = self._objects.get(paths.key(self._tenant, path), revision.version_id)
        version = latest.version if latest else None
        write = WriteMetadata.read(stored.metadata, latest)
        if write:
            return written(stored, following(version, write.bump), write.changed_by, write.summary, revision.written)
        step = bump_of(self._text(path, latest), text(stored))
        return written(stored, following(version, step), ChangedBy.USER, "Changed in the bucket", revision.written)

    def _deleted(self, revision: Revision, latest: Version | None) -> Change:
        """What to record of a deletion: what was announced of it, or that a person made it."""
        announced = latest.deletion if latest else None
        if latest and announced and announced.replaces == latest.object_version:
            return deletion(revision.version_id, latest, announced.changed_by, announced.summary, revision.written)
        return deletion(revision.version_id, latest, ChangedBy.USER, "Deleted in the bucket", revision.written)

    def _text(self, path: str, version: Version | None) -> str | None:
        """The text of a recorded version; None where it is a deletion or was removed from the bucket."""
        if version is None or version.deleted:
            return None
        try:
            return text(self._objects.get(paths.key(self._tenant, path), version.object_version))
        except NotFound:
            return None


def _versioned(object_version: str | None) -> str:
    if object_version is None:
        raise Misconfigured("The bucket keeps no versions; the operator turns on its versioning.")
    return object_version
