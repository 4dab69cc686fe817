"""What the user said to remember, as what else is known is compared with it."""

from collections.abc import Iterable
from uuid import NAMESPACE_OID, uuid5

from knowledge.matches.models import Match, Source
from knowledge.memory import MemoryEntry

NAME = "user memory"  # of what overrules a match


def remembered(entries: Iterable[MemoryEntry]) -> list[Match]:
    """The user's own entries, none that an agent noted, as matches that overrule what was learned."""
    return [_match(entry) for entry in entries if entry.source == "user"]


def _match(entry: MemoryEntry) -> Match:
    return Match(
        id=uuid5(NAMESPACE_OID, entry.id),
        learning=entry.content,
        part="rule",
        kind="rule",
        source=Source(path=NAME, chunk=0),
        authority="user",
        similarity=0.0,
        score=0.0,
        frequency=1,
        tags=[],
        created_at=entry.created_at,
        last_seen_at=entry.created_at,
        run_id=None,
        work_order_id=None,
        variant_of=None,
    )
