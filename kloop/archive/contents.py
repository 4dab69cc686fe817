"""What an archive is made of: a gzipped tar of rows as JSON lines and of every version of every object.

    tenant.json                 which tenant, and how the archive is written
    rows/<table>/<number>.jsonl a page of rows, in an order in which they can be put in
    objects/<number>            a version of an object, the oldest of each first; what it is stands in its headers
    digests.json                of each table, by which the copy is compared

Whatever its size, one page of rows and one object are in memory at a time.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from knowledge.ports.database import Database

FORMAT = 1
TENANT, DIGESTS = "tenant.json", "digests.json"
ROWS, OBJECTS = "rows/", "objects/"
PAGE = 500  # rows: with their vectors some three megabytes

Row = dict[str, Any]

# What names a version in one bucket, and is another in the next.
OF_THE_BUCKET = ("object_version", "etag", "sequencer", "deletion")


def tables(database: Database, tenant_id: UUID) -> list[str]:
    """The tables that an archive has, in the order in which they are filled."""
    rows = database.call("list_tables", tenant_id=tenant_id)
    return [row["name"] for row in rows if not row["derived"]]


def pages(database: Database, tenant_id: UUID, table: str) -> Iterator[list[Row]]:
    """The tenant's rows of a table, in the order of its primary key."""
    after: Row | None = None
    while page := database.call("export_rows", tenant_id=tenant_id, name=table, after=after, max_rows=PAGE):
        rows = [row["content"] for row in page]
        yield rows
        after = {name: value for name, value in rows[-1].items() if not isinstance(value, list | dict)}


class Digest:
    """How many rows there are, and one hash over what they say wherever they lie."""

    def __init__(self) -> None:
        self._rows, self._hash = 0, hashlib.sha256()

    def add(self, rows: list[Row]) -> None:
        """The rows in their order."""
        for row in rows:
            content = {name: value for name, value in row.items() if name not in OF_THE_BUCKET}
            self._hash.update(json.dumps(content, sort_keys=True).encode())
        self._rows += len(rows)

    def value(self) -> dict[str, Any]:
        """As it is written down."""
        return {"rows": self._rows, "sha256": self._hash.hexdigest()}


def digests(database: Database, tenant_id: UUID, names: list[str]) -> dict[str, Any]:
    """The digest of each of the tables, as the database has them."""
    by_table = {}
    for table in names:
        digest = Digest()
        for page in pages(database, tenant_id, table):
            digest.add(page)
        by_table[table] = digest.value()
    return by_table
