"""What is kept for a time only: removed when its time is over."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.files.projects import FOLDER
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.database import Database

BATCH = 5_000  # rows of a kind in one statement, so that none holds its locks for long
BATCHES = 20  # in one go; what is left goes with the next
OF_FILES = ("evidence_days", "deleted_days")  # what lies in the bucket, too
_WITH_EVIDENCE = (paths.EVIDENCE, f"{Tier.DESCRIPTION}/{FOLDER}")  # that of all, and those of projects


@dataclass(frozen=True)
class Retention:
    """Days that each kind is kept; None keeps it for ever."""

    served_days: int | None = None
    runs_days: int | None = None
    events_days: int | None = None
    versions_days: int | None = None
    forgotten_days: int | None = 30
    evidence_days: int | None = None
    deleted_days: int | None = None
    memory_days: int | None = 30
    audit_days: int | None = None


def purge(tenant_id: UUID, database: Database, retention: Retention) -> dict[str, int]:
    """How many rows of each kind went because they are older than they are kept."""
    removed: dict[str, int] = {}
    ages = {name: days for name, days in asdict(retention).items() if name not in OF_FILES}
    for _ in range(BATCHES):
        rows = database.call("purge_expired", tenant_id=tenant_id, max_rows=BATCH, **ages)
        for row in rows:
            removed[row["kind"]] = removed.get(row["kind"], 0) + row["removed"]
        if all(row["removed"] < BATCH for row in rows):
            break
    return {kind: rows for kind, rows in removed.items() if rows}


def forget_evidence(files: Files, days: int | None) -> int:
    """How many files of what was said in older runs were deleted. Their versions go like any file's."""
    if days is None:
        return 0
    before = datetime.now(UTC) - timedelta(days=days)
    evidence = (entry for folder in _WITH_EVIDENCE for entry in files.list(folder))
    old = [entry.path for entry in evidence if _is_evidence(entry.path) and entry.updated < before][:BATCH]
    for path in old:
        files.delete(path, by=ChangedBy.SYSTEM, summary=f"Kept for {days} days, which are over")
    return len(old)


def _is_evidence(path: str) -> bool:
    return paths.inner(path).startswith(paths.EVIDENCE)
