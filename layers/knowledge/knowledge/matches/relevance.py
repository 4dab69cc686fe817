"""Which of the rows that search found are about the question."""

import math
from collections.abc import Sequence

from knowledge.matches.conflicts import overruled
from knowledge.matches.models import Match

NEAR_THE_BEST = 0.4  # share of the best score that a match must have: search fills up with strangers
CALIBRATED_ROWS = 185  # of the base that floors are calibrated on
SURE = 0.75  # coverage at which a single word tells that a row is about the question


def near(matches: Sequence[Match], model_floor: float, *, every: bool = False) -> list[Match]:
    """Those that are about the question: none where the best is below the floor, else none far behind it.

    Rules stand however near they are; with `every`, so does all else.
    """
    if not matches or max(map(evidence, matches)) < floor(matches, model_floor):
        return []
    least = NEAR_THE_BEST * max(match.score for match in matches)
    return [match for match in matches if every or match.part == "rule" or match.score >= least]


def floor(matches: Sequence[Match], model_floor: float) -> float:
    """The model's floor, lower in a small base: the best of fewer strangers is further away.

    The best of n normal deviates grows with the root of log n; above what was calibrated the floor stays.
    """
    rows = matches[0].rows_considered if matches else 0
    return model_floor * min(1.0, math.sqrt(math.log(2 + rows) / math.log(2 + CALIBRATED_ROWS)))


def evidence(match: Match) -> float:
    """How much tells that a match is about the question: its cosine, and its coverage unless that is one word's."""
    sure = len(match.matched_terms) > 1 or match.coverage >= SURE
    return match.similarity + (match.coverage if sure else 0.0)


def marked(matches: Sequence[Match]) -> list[Match]:
    """The matches, each with the one that overrules it, if any."""
    overruling = overruled(matches)
    by = {low: str(high.source.path if high.source else high.id) for low, high in overruling.items()}
    return [match.model_copy(update={"overruled_by": by.get(match.id)}) for match in matches]
