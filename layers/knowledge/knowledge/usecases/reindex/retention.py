"""What is kept for a time only: removed when its time is over."""

from dataclasses import asdict, dataclass
from uuid import UUID

from knowledge.ports.database import Database

BATCH = 5_000  # rows of a kind in one statement, so that none holds its locks for long
BATCHES = 20  # in one go; what is left goes with the next


@dataclass(frozen=True)
class Retention:
    """Days that each kind is kept; None keeps it for ever."""

    served_days: int | None = None
    runs_days: int | None = None
    events_days: int | None = None
    versions_days: int | None = None
    forgotten_days: int | None = 30


def purge(tenant_id: UUID, database: Database, retention: Retention) -> dict[str, int]:
    """Removes what is older than it is kept; how many rows of each kind went."""
    removed: dict[str, int] = {}
    for _ in range(BATCHES):
        rows = database.call("purge_expired", tenant_id=tenant_id, max_rows=BATCH, **asdict(retention))
        for row in rows:
            removed[row["kind"]] = removed.get(row["kind"], 0) + row["removed"]
        if all(row["removed"] < BATCH for row in rows):
            break
    return {kind: rows for kind, rows in removed.items() if rows}
