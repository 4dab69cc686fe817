"""Who is right where two say different things: what the user wrote, then the system, then what agents learned."""

import re
from collections.abc import Sequence
from uuid import UUID

from knowledge.distinctions import distinctions
from knowledge.embedder import Embedder
from knowledge.search import Match

RANKS = {"user": 2, "system": 1}  # all else is learned
SAME_SUBJECT = 0.8  # cosine from which two statements are about the same thing; calibrated in docs/benchmarks.md
STATEMENTS = 64  # of each side at most: a few tenths of a second to embed
MAX_STATEMENT = 400  # characters; longer ones are no statements

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_MARKUP = re.compile(r"^[\s>#*+|-]+|[\s|*]+$")


def authority(scope: str | None) -> int:
    """The rank of what has this scope: the higher is right."""
    return RANKS.get(scope or "", 0)


def overruled(matches: Sequence[Match], embedder: Embedder) -> dict[UUID, Match]:
    """For each match that one of higher authority contradicts, that one.

    Two statements contradict each other where they are about the same thing (their cosine is `SAME_SUBJECT` or more)
    and differ in numbers, names or negation (`knowledge.distinctions`), and the lower has none that agrees. A
    contradiction in other words ("tabs", "spaces") is not seen.
    """
    import numpy as np

    ranks = sorted({authority(match.scope) for match in matches}, reverse=True)
    if len(ranks) < 2:
        return {}
    stated = [(match, text) for match in matches for text in statements(match.learning)][: 2 * STATEMENTS]
    vectors = np.asarray(embedder.embed([text for _, text in stated]))
    marks = [distinctions(text) for _, text in stated]
    near = vectors @ vectors.T >= SAME_SUBJECT
    found: dict[UUID, Match] = {}
    for low, (match, _) in enumerate(stated):
        for high, (other, _) in enumerate(stated):
            higher = authority(other.scope) > authority(match.scope)
            if higher and near[low, high] and marks[low] != marks[high]:
                found.setdefault(match.id, other)
    return found


def statements(text: str) -> list[str]:
    """The sentences and list items of a text, without their markup."""
    parts = (_MARKUP.sub("", part) for part in _SENTENCE.split(text))
    return [part for part in parts if 10 <= len(part) <= MAX_STATEMENT][:STATEMENTS]
