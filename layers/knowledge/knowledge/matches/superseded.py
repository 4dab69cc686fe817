"""What is kept only to tell what was so: histories, and records of decisions that others took the place of."""

import re
from collections.abc import Sequence

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.matches.models import Match

AS_LIVE = 0.5  # share of a retired passage's score from which a live one is about the question, too

_HISTORY = "/history.md"
_DECISIONS = "/system/decisions/"
# The status stands in a record's first passage; of one that is changed in part the rest holds.
_SUPERSEDED = re.compile(r"^Status: superseded\b|\A(?!.*^Status: changed in part\b).*\*\(until ", re.M | re.S)


def live_first(matches: Sequence[Match]) -> list[Match]:
    """The matches in their order, but what is retired behind all that is still so and about the question, and a history
    right behind its page, however far that is from the words of what was so."""
    ordered = [match for match in matches if not is_retired(match)]
    for match in filter(is_retired, matches):
        near = [at for at, other in enumerate(ordered) if other.score >= AS_LIVE * match.score]
        place = near[-1] + 1 if near else 0
        page = next((other for other in ordered[place:] if _is_of_page(match, other)), None)
        ordered = [other for other in ordered if other is not page]
        ordered[place:place] = [page, match] if page else [match]
    return ordered


def _is_of_page(history: Match, other: Match) -> bool:
    """Whether the one is the history of the other, a summary's passage."""
    path = other.source.path if other.source else ""
    is_summary = path.startswith(f"{Tier.SUMMARY}/")
    return bool(is_summary and history.source and history.source.path == paths.history(path))


def is_retired(match: Match) -> bool:
    """Whether it tells what was so and is kept for that; no file's passage but a history's or a decision's is."""
    path = f"/{match.source.path}" if match.source else ""
    return path.endswith(_HISTORY) or (_DECISIONS in path and bool(_SUPERSEDED.search(match.learning)))
