"""What was handed to a run, noted so that it is not learned back from it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self
from uuid import UUID

from knowledge.matches.models import Match
from knowledge.ports.database import Database


class FoundIssue(Protocol):
    """A pattern that search gave, and how near it was."""

    @property
    def id(self) -> UUID: ...
    @property
    def similarity(self) -> float: ...


@dataclass(frozen=True)
class ServedEntry:
    """An entry of a user's memory that was handed to a run."""

    id: UUID
    similarity: float = 0.0

    @classmethod
    def of(cls, entry_id: str) -> Self:
        """By the id that its row is looked up by (served_learnings)."""
        return cls(UUID(hashlib.md5(entry_id.encode(), usedforsecurity=False).hexdigest()))


def note_served(
    database: Database,
    tenant_id: UUID,
    run_id: str | None,
    matches: Sequence[Match],
    issues: Sequence[FoundIssue],
    entries: Sequence[ServedEntry] = (),
) -> None:
    """Notes for the run the matches, what is told with them, the issues, and entries of a user's memory; nothing where
    there is none, or no run."""
    led_to = {later.id: match.similarity for match in matches for later in match.later}
    noted = led_to | {one.id: one.similarity for one in (*matches, *issues, *entries)}
    if run_id and noted:
        database.call(
            "note_served",
            tenant_id=tenant_id,
            run_id=run_id,
            ids=tuple(map(str, noted)),
            similarities=tuple(noted.values()),
        )
