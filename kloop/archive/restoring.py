"""Imports an archive into a database and a bucket that do not have its tenant."""

import json
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from knowledge.files import paths
from knowledge.ports.database import Database, PostgresDatabase
from knowledge.ports.object_store import Objects

from kloop.archive.contents import DIGESTS, FORMAT, OBJECTS, ROWS, TENANT, Row, digests
from kloop.errors import StackError


def restore(database: PostgresDatabase, objects: Objects, source: Path) -> UUID:
    """Puts the tenant in as it was, under its id and with its keys, and compares the copy with what was taken out.

    Objects come first: while nobody knows the tenant, their events are none of anybody's business. It is known when
    all its rows are there and compared, so that no event is handled over half of them. Raises `StackError` where the
    archive cannot be read, the tenant is there already, or the copy differs; then nothing of it stays.
    """
    tenant_id = _tenant(source)
    if any(True for _ in objects.keys(paths.prefix(str(tenant_id)))) or database.call(
        "find_tenant", wanted=str(tenant_id)
    ):
        raise StackError(
            f"There is something of this tenant here already. To put it in anew: kloop tenants delete {tenant_id}"
        )
    try:
        with TemporaryDirectory(prefix="kloop-") as folder, closing(_PlacesOfCopy(Path(folder) / "places")) as places:
            _put_objects(objects, tenant_id, source, places)
            with database.whole() as unseen:
                _put_rows(unseen, tenant_id, source, places)
                _compare(unseen, tenant_id, source)
    except BaseException:
        objects.erase_all(paths.prefix(str(tenant_id)))
        raise
    return tenant_id


class _PlacesOfCopy:
    """Which version of an object there is which here, and its ETags; on disk, since they may be many."""

    def __init__(self, file: Path) -> None:
        self._kept = sqlite3.connect(file)
        self._kept.execute("create table places (path text, there text, here text, etag_there text, etag text)")
        self._kept.execute("create index by_path on places (path)")

    def put(self, path: str, there: str, here: str, etag_there: str | None = None, etag: str | None = None) -> None:
        """Notes it; a deletion has no ETag."""
        self._kept.execute("insert into places values (?, ?, ?, ?, ?)", (path, there, here, etag_there, etag))

    def version(self, path: str, there: str) -> str:
        """The version here; of one that the bucket had no more, what it was called there."""
        return self._one("here", path, "there = ?", there) or there

    def etag(self, path: str, there: str) -> str:
        """The ETag here of the content that had this one there, quoted or not as it is."""
        quoted = self._one("etag", path, "etag_there = ?", f'"{there.strip(chr(34))}"')
        return there if quoted is None else quoted if there.startswith('"') else quoted.strip('"')

    def latest(self, path: str) -> str | None:
        """The ETag of what is there now."""
        return self._one("etag", path, "?", 1)

    def _one(self, column: str, path: str, condition: str, value: object) -> str | None:
        row = self._kept.execute(
            f"select {column} from places where path = ? and {condition} order by rowid desc limit 1", (path, value)
        ).fetchone()
        return row[0] if row else None

    def close(self) -> None:
        """Forgets all."""
        self._kept.close()


def _tenant(source: Path) -> UUID:
    for _, _, body in _members(source, lambda name: name == TENANT):
        with suppress(ValueError, KeyError, AttributeError, TypeError):
            about = json.loads(body)
            if about.get("format") == FORMAT:
                return UUID(about["tenant_id"])
    raise StackError(f"{source} is no archive of this release; make one: kloop tenants export NAME FILE")


def _put_objects(objects: Objects, tenant_id: UUID, source: Path, places: _PlacesOfCopy) -> None:
    for _, headers, body in _members(source, lambda name: name.startswith(OBJECTS)):
        path, there = headers["path"], headers["version"]
        if not {"", ".", ".."}.isdisjoint(path.split("/")):
            raise StackError(f"The archive has a file outside of its tenant ({path!r}); nothing of it was kept.")
        key = f"{paths.prefix(str(tenant_id))}{path}"
        if "deleted" in headers:
            places.put(path, there, objects.delete(key) or there)
            continue
        stored = objects.put(
            key,
            body,
            content_type=headers["content-type"],
            if_match=places.latest(path),
            metadata=json.loads(headers["metadata"]),
        )
        places.put(path, there, stored.version_id or there, headers["etag"], stored.etag)


def _put_rows(database: Database, tenant_id: UUID, source: Path, places: _PlacesOfCopy) -> None:
    for name, _, body in _members(source, lambda name: name.startswith(ROWS)):
        rows = [_placed(_own(json.loads(line), tenant_id), places) for line in body.splitlines()]
        database.call("import_rows", tenant_id=tenant_id, name=name.split("/")[1], contents=rows)


def _own(row: Row, tenant_id: UUID) -> Row:
    """The row itself. Raises `StackError` where it is another tenant's."""
    if row.get("tenant_id") != str(tenant_id):
        raise StackError("The archive has rows of another tenant; nothing of it was kept.")
    return row


def _placed(row: Row, places: _PlacesOfCopy) -> Row:
    """The row as it is here: its version of the object, that one's ETag, and no event of this bucket looked at yet."""
    path = row.get("file_path")
    if path and row.get("object_version"):
        row["object_version"] = places.version(path, row["object_version"])
    if path and row.get("etag"):
        row["etag"] = places.etag(path, row["etag"])
    return row | {"sequencer": None} if "sequencer" in row else row


def _compare(database: Database, tenant_id: UUID, source: Path) -> None:
    digests_there = [body for _, _, body in _members(source, lambda name: name == DIGESTS)]
    if not digests_there:
        raise StackError(f"{source} ends before it is whole; nothing of it was kept. Copy it again.")
    there: dict[str, Any] = json.loads(digests_there[0])
    here = digests(database, tenant_id, list(there))
    if differing := [table for table in there if there[table] != here[table]]:
        raise StackError(f"The copy is not what the archive says, in {', '.join(differing)}; nothing of it was kept.")


def _members(source: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, dict[str, str], bytes]]:
    """Name, headers and bytes of the members that are wanted, one at a time."""
    try:
        with tarfile.open(source, "r|gz") as archive:
            for member in archive:
                if member.isfile() and wanted(member.name):
                    file = archive.extractfile(member)
                    headers = {
                        name.removeprefix("KNOWLEDGE."): value
                        for name, value in member.pax_headers.items()
                        if name.startswith("KNOWLEDGE.")
                    }
                    yield member.name, headers, file.read() if file else b""
    except (OSError, tarfile.TarError, EOFError) as error:
        raise StackError(f"{source} cannot be read ({error}); is it an archive, and whole?") from error
