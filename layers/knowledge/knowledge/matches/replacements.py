"""What overrules or supersedes another stands before it, and is told wherever the other is."""

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from knowledge.matches.models import Match


def replacing_first(matches: Sequence[Match], candidates: Sequence[Match]) -> list[Match]:
    """The matches in their order, but what replaces one of them takes its place, be it of the `candidates` alone."""
    by_id = {match.id: match for match in (*candidates, *matches)}
    ordered: list[Match] = []
    for match in matches:
        chain = reversed(list(_replacing(match, by_id)))
        ordered.extend([one for one in chain if not any(one is other for other in ordered)])
    return ordered


def _replacing(match: Match, by_id: Mapping[UUID, Match]) -> Iterator[Match]:
    """The match, what replaces it, what replaces that, and so on, each once."""
    seen: set[UUID] = set()
    following: Match | None = match
    while following and following.id not in seen:
        seen.add(following.id)
        yield following
        following = by_id.get(following.replaced_by) if following.replaced_by else None
