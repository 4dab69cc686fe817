"""What was handed to a run, noted so that it is not learned back from it."""

from collections.abc import Sequence
from uuid import UUID

from knowledge.matches.models import Match
from knowledge.ports.database import Database


def note_served(database: Database, tenant_id: UUID, run_id: str | None, served: Sequence[Match]) -> None:
    """Notes the matches for the run, and what is told with them; nothing where there are none, or no run."""
    led_to = {later.id: match.similarity for match in served for later in match.later}
    noted = led_to | {match.id: match.similarity for match in served}
    if run_id and noted:
        database.call(
            "note_served",
            tenant_id=tenant_id,
            run_id=run_id,
            ids=tuple(map(str, noted)),
            similarities=tuple(noted.values()),
        )
