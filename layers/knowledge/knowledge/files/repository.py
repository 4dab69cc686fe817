"""A tenant's knowledge files: S3 holds the bytes, Postgres the history."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from knowledge.errors import NotFound
from knowledge.files import bucket_sync, page_questions, paths
from knowledge.files.authority import Authority, mark_of
from knowledge.files.file import ANY, File, FileUpdate, current_file, file_of, not_there, require
from knowledge.files.formats import description
from knowledge.files.paths import Tier
from knowledge.files.persons_lines import AttributedText
from knowledge.files.semver import Bump, ChangedBy, bump_of
from knowledge.files.storage import Store
from knowledge.files.version_history import FileEntry, IndexLine, Version, brief
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects, StoredObject
from knowledge.ports.retry import retried
from knowledge.text.line_diff import unified

SECONDS = 20.0  # for which a change is re-applied while others are faster

_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")  # as the database can hold it, too


@dataclass(frozen=True)
class _EditRequest:
    """A change to make: of what, by whom, and under which condition."""

    change: Callable[[str | None, frozenset[str]], str | None]
    by: ChangedBy
    summary: str
    bump: Bump | None = None
    if_match: str | None = ANY
    stamped: bool = False
    whole: bool = False
    person: str = ""
    anew: bool = False


class Files:
    """Reads and writes the three tiers of one tenant; assets are only read, session logs are not kept here.

    A write puts the object first, by compare-and-swap, with who, why and the step in its metadata, and records it
    second. What is not recorded, after a crash or an edit in the bucket itself, is recorded by whoever comes next.
    Every method raises `Invalid` for a path that is not of the three tiers, and `Unavailable` where S3 or the database
    does not answer: then the same call again completes what was begun.
    """

    def __init__(self, tenant_id: UUID, objects: Objects, database: Database) -> None:
        self._tenant = str(tenant_id)
        self._store = Store(tenant_id, objects, database)

    def key(self, path: str) -> str:
        """The file's object key. Raises `Invalid`."""
        return self._store.key(path)

    def read(self, path: str, version: str | None = None) -> File:
        """The file now, or as it was at a version. Raises `NotFound`."""
        if version is not None:
            recorded = self._version(path, version)
            if recorded.deleted:
                raise NotFound(f"Version {version} of {path} is its deletion; read the one before it.")
            return file_of(path, self._store.at(path, recorded), recorded)
        return retried(lambda: current_file(path, self._store.current(path)), seconds=SECONDS)

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

        Of a summary's questions those go that no line of it answers.

        `if_match` is the ETag that the file must have (EXISTING: any), None where it must not exist, ANY where neither
        matters. Raises `PreconditionFailed` otherwise, `Conflict` where others kept being faster, `Forbidden` where an
        agent would replace what a person wrote. Without `bump` it is what `bump_of` says.
        """
        edit = _EditRequest(lambda _, __: content, by, brief(summary), bump, if_match, whole=True)
        return self._edited(path, edit).file

    def update(
        self,
        path: str,
        change: Callable[[str | None], str | None],
        *,
        by: ChangedBy,
        summary: str,
        bump: Bump | None = None,
        seconds: float = SECONDS,
        if_match: str | None = ANY,
        person: str = "",
        anew: bool = False,
    ) -> FileUpdate:
        """The file before and after `change` of its content: None where there is no file, and to leave it as it is.

        Where somebody else was first, `change` is called again with what they wrote, so it must depend on nothing but
        its argument. A header or front matter gets the new version and time (`description.stamped`). Raises `Conflict`
        where others were faster for `seconds`, `NotFound` where there is no file and `change` makes none, else as
        `write`. `person` is what the metadata says of whose words it has; with `anew` the same content is a version.
        """
        edit = _EditRequest(
            lambda text, _: change(text), by, brief(summary), bump, if_match, stamped=True, person=person, anew=anew
        )
        return self._edited(path, edit, seconds)

    def add(
        self,
        path: str,
        change: Callable[[str | None, frozenset[str]], str | None],
        *,
        by: ChangedBy,
        summary: str,
        seconds: float = SECONDS,
    ) -> FileUpdate:
        """As `update`; `change` also takes the lines that a person wrote, which an agent's change has to leave."""
        return self._edited(path, _EditRequest(change, by, brief(summary), stamped=True), seconds)

    def attributed(self, path: str) -> AttributedText:
        """What the file says, and what of it is from a person."""
        return retried(lambda: self._store.attributed(path, self._store.current(path)), seconds=SECONDS)

    def person_mark(self, path: str) -> str:
        """What `update` takes as `person` for a part of the file."""
        return retried(lambda: mark_of(self._store.current(path).stored), seconds=SECONDS)

    def delete(self, path: str, *, by: ChangedBy, summary: str, if_match: str | None = ANY) -> Version:
        """The deletion, a version too: `restore` brings any earlier one back. Raises `NotFound`, and as `write`."""
        tried = False

        def attempt() -> Version:
            nonlocal tried
            current = self._store.current(path)
            stored, latest = current.stored, current.latest
            if stored is None or latest is None:
                # Where S3's answer was lost, boto3 asked again and was told that somebody else was first.
                return latest if latest and tried else not_there(path)
            require(path, stored, if_match)
            Authority(by).require_over(current.persons is not None, path)
            tried = True
            return self._store.delete(path, stored, latest, by, brief(summary))

        return retried(attempt, seconds=SECONDS)

    def list(self, prefix: str = "", after: str = "") -> Iterator[FileEntry]:
        """The files whose path starts with `prefix`, which may end anywhere, in byte order; a thousand a request.

        Only those whose path comes after `after`, so that a list can be continued.
        """
        for beginning in filter(None, (prefix, after)):
            paths.prefix(self._tenant, beginning)
        return self._store.history.files(prefix, after)

    def versions(self, path: str) -> Sequence[Version]:
        """The file's versions, newest first, deletions included. Raises `NotFound` where there never was one."""
        self._store.key(path)
        return list(self._store.history.versions(path)) or not_there(path)

    def version_page(self, path: str, skipped: int, limit: int) -> Sequence[Version]:
        """Some of the versions, newest first, after so many. Raises `NotFound` where there never was one."""
        self._store.key(path)
        return self._store.history.page(path, skipped, limit) or ([] if skipped else not_there(path))

    def diff(self, path: str, a: str, b: str) -> str:
        """What changed from version `a` to version `b`, as a unified diff; '' where they are the same."""
        return unified(self._content(path, a), self._content(path, b), f"{path} {a}", f"{path} {b}")

    def restore(self, path: str, version: str, *, by: ChangedBy, if_match: str | None = ANY) -> File:
        """The file with the content of an earlier version, as a new one, which its header tells; also once deleted."""
        change = partial(description.revised, self.read(path, version).content)
        latest = self._store.history.latest(path)
        by_person = latest is not None and latest.deleted and latest.changed_by is ChangedBy.USER
        Authority(by).require_over(by_person, f"the deletion of {path}")
        summary = f"Restored version {version}"
        edit = _EditRequest(change, by, summary, None, if_match, stamped=True, whole=True)
        return self._edited(path, edit).file

    def reconcile(self, path: str) -> Sequence[Version]:
        """Records what is in the bucket and not yet in the history, and returns it, oldest first."""
        return self._store.reconcile(path)

    def asset(self, path: str, whole: int, seconds: int) -> StoredObject | str:
        """An asset as it was uploaded, or where it has over `whole` bytes a URL that gives it for so many seconds.

        Raises `NotFound`.
        """
        return self._store.asset(path, whole, seconds)

    def listed_in(self, location: str) -> Sequence[IndexLine]:
        """The files of the index that have a line for the location, without reading one of them."""
        return self._store.history.listed(location)

    def split_off(self, beginning: str) -> Mapping[str, str]:
        """The files, deleted ones too, that begin so and were split off another, and what their history says."""
        return self._store.history.split_off(beginning)

    def unlisted(self, prefixes: Sequence[str]) -> Iterator[str]:
        """The summaries and descriptions without a line in the index, those under the prefixes left out."""
        return self._store.history.unlisted(prefixes)

    def unrecorded(self) -> Iterator[str]:
        """The paths whose object is not the one that the history has, without reading a body."""
        return self._store.unrecorded()

    def _edited(self, path: str, edit: _EditRequest, seconds: float = SECONDS) -> FileUpdate:
        """The file before and after the edit, applied anew to what others wrote meanwhile."""

        def attempt() -> FileUpdate:
            current = self._store.current(path)
            mine = self._store.attributed(path, current).persons_lines if edit.by is ChangedBy.AGENT else frozenset()
            content = edit.change(current.text, mine)
            if content is not None and paths.tier(path) is Tier.SUMMARY:
                content = page_questions.fitted(content)
            if content is None or (content == current.text and not edit.anew):
                is_listed = current.latest is not None and current.latest.is_listed
                return FileUpdate(current.text, current_file(path, current), is_written=False, is_listed=is_listed)
            require(path, current.stored, edit.if_match)
            if edit.whole:
                Authority(edit.by).require_over(current.persons is not None, path)
            bump = edit.bump or bump_of(current.text, content)
            if edit.stamped:
                now = datetime.now(UTC).replace(microsecond=0)
                content = description.stamped(content, current.following(bump), now)
            stored, version = self._store.put(path, content, current, edit.by, edit.summary, bump, edit.person)
            file = file_of(path, stored, version)
            return FileUpdate(current.text, file, is_written=True, is_listed=version.is_listed)

        return retried(attempt, seconds=seconds)

    def _content(self, path: str, version: str) -> str:
        """The content at a version; '' where that is a deletion."""
        recorded = self._version(path, version)
        return "" if recorded.deleted else bucket_sync.text(self._store.at(path, recorded))

    def _version(self, path: str, version: str) -> Version:
        self._store.key(path)
        recorded = self._store.history.numbered(path, version) if _VERSION.fullmatch(version) else None
        if recorded is None:
            raise NotFound(f"{path} has no version {version[:20]!r}; list its versions first.")
        return recorded
