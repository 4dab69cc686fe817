"""All tenants, for what is done on schedule."""

from collections.abc import Iterator
from uuid import UUID

from knowledge.database import MAX_ROWS, Database


def tenant_ids(database: Database) -> Iterator[UUID]:
    """The id of every tenant, in their order, a page a call."""
    after: UUID | None = None
    while rows := database.call("tenant_ids", after=after, max_rows=MAX_ROWS):
        for row in rows:
            after = UUID(str(row["tenant_id"]))
            yield after
