"""The recorded versions of a tenant's files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from knowledge.files.semver import ChangedBy
from knowledge.ports.database import MAX_ROWS, Database
from knowledge.schemas import storable

MAX_LOCATION = 500  # characters, as of a path: people write anything into an index
MAX_SUMMARY = 150  # characters of a change's summary: percent-encoded, they fit into S3's 2 KB of metadata
SPLIT_OFF = "Split off "  # begins what the history says of a part that is written


def brief(summary: str) -> str:
    """As much of a change's summary as a version has."""
    return str(storable(summary))[:MAX_SUMMARY]


def split_off_reason(path: str) -> str:
    """What the history says of a part of the file: of a long path the end, which tells it from others of its folder."""
    room = MAX_SUMMARY - len(SPLIT_OFF)
    return f"{SPLIT_OFF}{path if len(path) <= room else f'…{path[1 - room :]}'}"


class PendingDeletion(BaseModel):
    """A deletion that was announced: of which version in S3, by whom, and why."""

    replaces: str
    changed_by: ChangedBy
    summary: str


class Version(BaseModel):
    """One version of a file. Without `new_content_hash` (SHA-256) it is a deletion."""

    version: str
    changed_by: ChangedBy
    change_summary: str
    previous_content_hash: str | None
    new_content_hash: str | None
    size: int
    created_at: datetime
    latest: bool
    # What only the service needs.
    object_version: str = Field(exclude=True)
    deletion: PendingDeletion | None = Field(default=None, exclude=True)
    is_listed: bool = Field(default=False, exclude=True)

    @property
    def deleted(self) -> bool:
        """Whether the file was gone then."""
        return self.new_content_hash is None

    @property
    def split_off(self) -> str | None:
        """The file that this part was split off, which a long path's history names in part; None of any other file."""
        is_part = self.changed_by is ChangedBy.SYSTEM and self.change_summary.startswith(SPLIT_OFF)
        return self.change_summary.removeprefix(SPLIT_OFF) if is_part else None


class FileEntry(BaseModel):
    """A file as a list shows it; `size` in bytes."""

    path: str
    version: str
    size: int
    updated: datetime
    etag: str


class IndexLine(BaseModel):
    """A line of the index: in which file it stands, and whether a person wrote it."""

    index_path: str
    line: str
    by_hand: bool


@dataclass(frozen=True)
class Change:
    """What is to be recorded: a version that S3 holds."""

    object_version: str
    version: str
    by: ChangedBy
    summary: str
    content_hash: str | None
    etag: str | None
    size: int
    written: datetime | None = None
    lists: Mapping[str, str] | None = None  # the lines of an index file, by location


class History:
    """A tenant's rows of `knowledge_files` and `knowledge_versions`."""

    def __init__(self, tenant_id: UUID, database: Database) -> None:
        self._tenant_id = tenant_id
        self._database = database

    def latest(self, path: str) -> Version | None:
        """The last version recorded, a deletion included; None where the file never was."""
        return self._find(path)

    def of_object(self, path: str, object_version: str) -> Version | None:
        """The version that has this version id in S3; None where it is not recorded."""
        return self._find(path, of_object=object_version)

    def numbered(self, path: str, version: str) -> Version | None:
        """The version x.y.z."""
        return self._find(path, of_version=version)

    def record(self, path: str, previous: Version | None, change: Change) -> Version:
        """The version as it is recorded now; a repetition finds it there.

        Raises `Conflict` where another version than `previous` is the latest. What an index file lists is noted with
        it, unless a later version is recorded; a file that lies in the bucket may hold anything.
        """
        lists: dict[str, str] = storable({place[:MAX_LOCATION]: line for place, line in (change.lists or {}).items()})
        [row] = self._call(
            "record_version",
            file_path=path,
            previous_object=previous.object_version if previous else None,
            new_object=change.object_version,
            new_version=change.version,
            by=change.by,
            summary=change.summary,
            content_hash=change.content_hash,
            object_etag=change.etag,
            bytes=change.size,
            written_at=change.written,
            locations=(*lists,) if change.lists is not None else None,
            lines=(*lists.values(),) if change.lists is not None else None,
        )
        return Version.model_validate(row)

    def announce_deletion(self, path: str, of: Version, by: ChangedBy, summary: str) -> None:
        """Notes who is about to delete this version, for whoever records the deletion."""
        self._call("announce_deletion", file_path=path, of_object=of.object_version, by=by, summary=summary)

    def versions(self, path: str) -> Iterator[Version]:
        """All versions, newest first."""
        skipped = 0
        while rows := self._call("list_versions", file_path=path, skipped=skipped, max_rows=MAX_ROWS):
            yield from map(Version.model_validate, rows)
            skipped += len(rows)

    def page(self, path: str, skipped: int, limit: int) -> list[Version]:
        """Some of the versions, newest first, after so many; at most 1,000."""
        rows = self._call("list_versions", file_path=path, skipped=skipped, max_rows=min(limit, MAX_ROWS))
        return [Version.model_validate(row) for row in rows]

    def files(self, prefix: str, after: str) -> Iterator[FileEntry]:
        """The files whose path starts with the prefix, in byte order, from the one after `after` on."""
        while rows := self._call("list_files", prefix=prefix, after=after, max_rows=MAX_ROWS):
            yield from map(FileEntry.model_validate, rows)
            after = rows[-1]["path"]

    def listed(self, location: str) -> list[IndexLine]:
        """The lines that lead to the location."""
        rows = self._call("find_listed", location=storable(location[:MAX_LOCATION]))
        return [IndexLine.model_validate(row) for row in rows]

    def unlisted(self, prefixes: Sequence[str]) -> Iterator[str]:
        """The paths of files without a line in the index, but for those that start with one of the prefixes."""
        after = ""
        while rows := self._call("unlisted_files", prefixes=tuple(prefixes), after=after, max_rows=MAX_ROWS):
            yield from (row["path"] for row in rows)
            after = rows[-1]["path"]

    def split_off(self, beginning: str) -> dict[str, str]:
        """Which files begin so and were split off another, deleted ones too, with why as their history says it."""
        reasons: dict[str, str] = {}
        while rows := self._call(
            "find_split_off", beginning=beginning, reason=SPLIT_OFF, after=max(reasons, default=""), max_rows=MAX_ROWS
        ):
            reasons |= {row["path"]: row["why"] for row in rows}
        return reasons

    def edited_by_persons(self, below: str) -> list[tuple[str, str]]:
        """The paths and S3's version ids of what others wrote there and a person then changed or deleted, newest first.

        The last hundred.
        """
        rows = self._call("edited_by_persons", below=below)
        return [(row["path"], row["object_version"]) for row in rows]

    def _find(self, path: str, **which: str) -> Version | None:
        rows = self._call("find_version", file_path=path, **which)
        return Version.model_validate(rows[0]) if rows else None

    def _call(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
        return self._database.call(function, tenant_id=self._tenant_id, **arguments)
