"""What was handed to a run, noted so that it is not learned back from it."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from knowledge.matches.models import Match
from knowledge.ports.database import Database


class FoundIssue(Protocol):
    """A pattern that search gave, and how near it was."""

    @property
    def id(self) -> UUID: ...
    @property
    def similarity(self) -> float: ...


def note_served(
    database: Database, tenant_id: UUID, run_id: str | None, matches: Sequence[Match], issues: Sequence[FoundIssue]
) -> None:
    """Notes for the run the matches, what is told with them, and the issues; nothing where there is none, or no run."""
    led_to = {later.id: match.similarity for match in matches for later in match.later}
    noted = led_to | {one.id: one.similarity for one in (*matches, *issues)}
    if run_id and noted:
        database.call(
            "note_served",
            tenant_id=tenant_id,
            run_id=run_id,
            ids=tuple(map(str, noted)),
            similarities=tuple(noted.values()),
        )
