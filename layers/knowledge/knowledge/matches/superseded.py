"""What is kept only to tell what was so: histories, and records of decisions that others took the place of."""

import re
from collections.abc import Sequence

from knowledge.matches.models import Match

AS_LIVE = 0.5  # share of a retired passage's score from which a live one is about the question, too

_HISTORY = "/history.md"
_DECISIONS = "/system/decisions/"
# The status stands in a record's first passage; of one that is changed in part the rest holds.
_SUPERSEDED = re.compile(r"^Status: superseded\b|\A(?!.*^Status: changed in part\b).*\*\(until ", re.M | re.S)


def live_first(matches: Sequence[Match]) -> list[Match]:
    """The matches in their order, but what is retired behind all that is still so and about the question."""
    ordered = [match for match in matches if not is_retired(match)]
    for match in filter(is_retired, matches):
        near = [at for at, other in enumerate(ordered) if other.score >= AS_LIVE * match.score]
        ordered.insert(near[-1] + 1 if near else 0, match)
    return ordered


def is_retired(match: Match) -> bool:
    """Whether it tells what was so and is kept for that; no file's passage but a history's or a decision's is."""
    path = f"/{match.source.path}" if match.source else ""
    return path.endswith(_HISTORY) or (_DECISIONS in path and bool(_SUPERSEDED.search(match.learning)))
