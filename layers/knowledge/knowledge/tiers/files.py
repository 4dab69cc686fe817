"""A tenant's knowledge files: S3 holds the bytes, Postgres the history."""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NoReturn
from uuid import UUID

from pydantic import BaseModel

from knowledge.database import Database
from knowledge.errors import Conflict, Invalid, NotFound, PreconditionFailed, Unavailable
from knowledge.objects import MARKDOWN, Objects, Stored
from knowledge.tiers import description, paths, reconciling
from knowledge.tiers.history import Change, Entry, History, Version
from knowledge.tiers.paths import Tier
from knowledge.tiers.reconciling import Reconciler, Told
from knowledge.tiers.versions import Bump, ChangedBy, bump_of, following

if TYPE_CHECKING:
    from stamina import Attempt

ANY: Final = ""  # as `if_match`: whatever is there, even nothing
EXISTING: Final = "*"  # as `if_match`: whatever is there, but something
MAX_SUMMARY = 150  # characters of a change's summary: percent-encoded, they fit into S3's 2 KB of metadata
SECONDS = 20.0  # for which a change is re-applied while others are faster

_TIERS = (Tier.INDEX, Tier.SUMMARY, Tier.DESCRIPTION)
_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")


class File(BaseModel):
    """One version of a file; a conditional write names its `etag`."""

    path: str
    content: str
    version: str
    etag: str
    updated: datetime
    changed_by: ChangedBy


@dataclass(frozen=True)
class _Edit:
    """A change to make: of what, by whom, and under which condition."""

    change: Callable[[str | None], str | None]
    by: ChangedBy
    summary: str
    bump: Bump | None = None
    if_match: str | None = ANY
    stamped: bool = False


class Files:
    """Reads and writes the three tiers of one tenant; assets and session logs are not kept here.

    A write puts the object first, by compare-and-swap, with who, why and the step in its metadata, and records it
    second. What is not recorded, after a crash or an edit in the bucket itself, is recorded by whoever comes next.
    Every method raises `Invalid` for a path that is not of the three tiers, and `Unavailable` where S3 or the database
    does not answer: then the same call again completes what was begun.
    """

    def __init__(self, tenant_id: UUID, objects: Objects, database: Database) -> None:
        self._tenant = str(tenant_id)
        self._objects = objects
        self._history = History(tenant_id, database)
        self._reconciler = Reconciler(self._tenant, objects, self._history)

    def read(self, path: str, version: str | None = None) -> File:
        """The file now, or as it was at a version. Raises `NotFound`."""
        if version is not None:
            found = self._version(path, version)
            if found.deleted:
                raise NotFound(f"Version {version} of {path} is its deletion; read the one before it.")
            return _file(path, self._objects.get(self._key(path), found.object_version), found)
        for attempt in _attempts():
            with attempt:
                stored, latest = self._current(path)
                return _file(path, stored, latest) if stored and latest else _not_there(path)
        raise Conflict

    def write(
        self,
        path: str,
        content: str,
        *,
        by: ChangedBy,
        summary: str,
        bump: Bump | None = None,
        if_match: str | None = ANY,
    ) -> File:
        """The file with this content, byte for byte; no new version where it is the same already.

        `if_match` is the ETag that the file must have (EXISTING: any), None where it must not exist, ANY where neither
        matters. Raises `PreconditionFailed` otherwise, `Conflict` where others kept being faster. Without `bump` it is
        what `bump_of` says.
        """
        return self._edited(path, _Edit(lambda _: content, by, summary[:MAX_SUMMARY], bump, if_match))

    def update(
        self,
        path: str,
        change: Callable[[str | None], str | None],
        *,
        by: ChangedBy,
        summary: str,
        bump: Bump | None = None,
    ) -> File:
        """The file after `change` of its content, which is None where there is no file; None from it leaves it as is.

        Where somebody else was first, `change` is called again with what they wrote, so it must depend on nothing but
        its argument. A header or front matter gets the new version and time (`description.stamped`). Raises
        `Conflict` where others kept being faster, `NotFound` where there is no file and `change` makes none.
        """
        return self._edited(path, _Edit(change, by, summary[:MAX_SUMMARY], bump, stamped=True))

    def delete(self, path: str, *, by: ChangedBy, summary: str, if_match: str | None = ANY) -> Version:
        """The deletion, a version too: `restore` brings any earlier one back. Raises `NotFound`, and as `write`."""
        why, tried = summary[:MAX_SUMMARY], False
        for attempt in _attempts():
            with attempt:
                stored, latest = self._current(path)
                if stored is None or latest is None:
                    # Where S3's answer was lost, boto3 asked again and was told that somebody else was first.
                    return latest if latest and tried else _not_there(path)
                _check(path, stored, if_match)
                self._history.announce_deletion(path, latest, by, why)
                tried = True
                marker = self._objects.delete(self._key(path), if_match=stored.etag)
                return self._recorded(path, latest, reconciling.deletion(marker, latest, by, why))
        raise Conflict

    def list(self, prefix: str = "", after: str = "") -> Iterator[Entry]:
        """The files whose path starts with `prefix`, which may end anywhere, in byte order; a thousand a request.

        Only those whose path comes after `after`, so that a list can be continued.
        """
        for beginning in filter(None, (prefix, after)):
            paths.prefix(self._tenant, beginning)
        return self._history.files(prefix, after)

    def versions(self, path: str) -> Sequence[Version]:
        """The file's versions, newest first, deletions included. Raises `NotFound` where there never was one."""
        self._key(path)
        return list(self._history.versions(path)) or _not_there(path)

    def diff(self, path: str, a: str, b: str) -> str:
        """What changed from version `a` to version `b`, as a unified diff; '' where they are the same."""
        old, new = (self._content(path, version).splitlines(keepends=True) for version in (a, b))
        lines = difflib.unified_diff(old, new, f"{path} {a}", f"{path} {b}")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)

    def restore(self, path: str, version: str, *, by: ChangedBy, if_match: str | None = ANY) -> File:
        """The file with the content of an earlier version, as a new version; also where it was deleted since."""
        content = self.read(path, version).content
        return self.write(path, content, by=by, summary=f"Restored version {version}", if_match=if_match)

    def reconcile(self, path: str) -> Sequence[Version]:
        """Records what is in the bucket and not yet in the history, and returns it, oldest first."""
        self._key(path)
        return self._reconciler.reconcile(path)

    def unrecorded(self) -> Iterator[str]:
        """The paths whose object is not the one that the history has, without reading a body."""
        recorded = {entry.path: entry.etag for entry in self.list()}
        for tier in _TIERS:
            for found in self._objects.list(paths.prefix(self._tenant, f"{tier}/")):
                path = found.key.partition("/")[2]
                if recorded.pop(path, None) != found.etag and paths.is_allowed(path):
                    yield path
        yield from recorded

    def _edited(self, path: str, edit: _Edit) -> File:
        """The file after the edit, applied anew to what others wrote meanwhile."""
        for attempt in _attempts():
            with attempt:
                stored, latest = self._current(path)
                before = reconciling.text(stored) if stored else None
                content = edit.change(before)
                if content is None or content == before:
                    return _file(path, stored, latest) if stored and latest else _not_there(path)
                _check(path, stored, edit.if_match)
                bump = edit.bump or bump_of(before, content)
                version = following(latest.version if latest else None, bump)
                if edit.stamped:
                    content = description.stamped(content, version, datetime.now(UTC).replace(microsecond=0))
                told = Told(
                    replaces=latest.object_version if latest else "",
                    changed_by=edit.by,
                    summary=edit.summary,
                    bump=bump,
                )
                written = self._put(path, content, stored, told)
                recorded = self._recorded(path, latest, reconciling.written(written, version, edit.by, edit.summary))
                return _file(path, written, recorded)
        raise Conflict

    def _put(self, path: str, content: str, replaced: Stored | None, told: Told) -> Stored:
        etag, body = replaced.etag if replaced else None, content.encode(errors="replace")
        return self._objects.put(self._key(path), body, content_type=MARKDOWN, if_match=etag, metadata=told.metadata())

    def _current(self, path: str) -> tuple[Stored | None, Version | None]:
        """The object and its version; the object None where it is deleted, both where the file never was.

        Raises `Conflict`, to be tried again, where the history was behind.
        """
        try:
            stored = self._objects.get(self._key(path))
        except NotFound:
            stored = None
        latest = self._history.latest(path)
        current = latest.object_version if latest and not latest.deleted else None
        if current != (reconciling.version_id(stored) if stored else None):
            self.reconcile(path)
            raise Conflict
        return stored, latest

    def _recorded(self, path: str, previous: Version | None, change: Change) -> Version:
        """The version of what is in the bucket already: never a `Conflict`, upon which it would be done again."""
        with suppress(Conflict):
            return self._history.record(path, previous, change)
        with suppress(Conflict):
            self.reconcile(path)
        recorded = self._history.of_object(path, change.object_version)
        if recorded is None:
            raise Unavailable(f"{path} is written, but its version is not recorded yet; read it in a moment.")
        return recorded

    def _content(self, path: str, version: str) -> str:
        """The content at a version; '' where that is a deletion."""
        found = self._version(path, version)
        return "" if found.deleted else reconciling.text(self._objects.get(self._key(path), found.object_version))

    def _version(self, path: str, version: str) -> Version:
        self._key(path)
        found = self._history.numbered(path, version) if _VERSION.fullmatch(version) else None
        if found is None:
            raise NotFound(f"{path} has no version {version[:20]!r}; list its versions first.")
        return found

    def _key(self, path: str) -> str:
        key = paths.key(self._tenant, path)
        if paths.tier(path) not in _TIERS:
            raise Invalid(f"{path} is not in one of the three tiers; assets go through upload-ingest.")
        return key


def _attempts() -> "Iterable[Attempt]":
    """Attempts until one raises no `Conflict`, with growing, random waits; the last raises its own."""
    import stamina

    return stamina.retry_context(
        on=Conflict, attempts=None, timeout=SECONDS, wait_initial=0.01, wait_max=0.5, wait_jitter=0.1
    )


def _check(path: str, stored: Stored | None, if_match: str | None) -> None:
    """Raises `PreconditionFailed` unless the file is as the condition says."""
    if if_match is None and stored:
        raise PreconditionFailed(f"{path} exists already; read it and send If-Match, or choose another path.")
    if if_match not in (None, ANY) and (stored is None or if_match not in (EXISTING, stored.etag)):
        raise PreconditionFailed(f"{path} is not the version named in If-Match; read it again and re-apply the change.")


def _file(path: str, stored: Stored, version: Version) -> File:
    return File(
        path=path,
        content=reconciling.text(stored),
        version=version.version,
        etag=stored.etag,
        updated=version.created_at,
        changed_by=version.changed_by,
    )


def _not_there(path: str) -> NoReturn:
    raise NotFound(f"There is no file {path}; list the files first.")
