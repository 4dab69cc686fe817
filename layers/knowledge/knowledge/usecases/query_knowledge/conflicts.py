"""Who is right where two say different things: what the user wrote, then the system, then what agents learned."""

import re
from collections.abc import Sequence
from uuid import UUID

from knowledge.ports.embedder import Embedder, Vector
from knowledge.text.near_duplicates import distinctions
from knowledge.usecases.query_knowledge.search import Match

RANKS = {"user": 2, "system": 1}  # all else is learned
SAME_SUBJECT = 0.8  # cosine from which two statements are about the same thing; chosen by hand, not calibrated
STATEMENTS = 96  # at most: a few tenths of a second to embed
MAX_STATEMENT = 400  # characters; longer ones are no statements

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_MARKUP = re.compile(r"^[\s>#*+|-]+|[\s|*]+$")


def authority(scope: str | None) -> int:
    """The rank of what has this scope: the higher is right."""
    return RANKS.get(scope or "", 0)


def overruled(matches: Sequence[Match], embedder: Embedder) -> dict[UUID, Match]:
    """For each match that one of higher authority contradicts, the highest such one.

    Two statements contradict each other where they are about the same thing (their cosine is `SAME_SUBJECT` or more)
    and differ in numbers, names or negation (`knowledge.distinctions`), unless a further statement of that authority
    agrees. A contradiction in other words ("tabs", "spaces") is not seen.
    """
    if len({authority(match.scope) for match in matches}) < 2:
        return {}
    stated = [_Claim(match, text) for match in matches for text in statements(match.learning)][:STATEMENTS]
    near = _near(embedder.embed([each.text for each in stated]))
    found: dict[UUID, Match] = {}
    for low, said in enumerate(stated):
        higher = [other for high, other in enumerate(stated) if near[low][high] and other.rank > said.rank]
        agreeing = {other.rank for other in higher if other.marks == said.marks}
        against = [other for other in higher if other.rank not in agreeing]
        if against:
            best = max(against, key=lambda other: other.rank)
            found[said.match.id] = max(found.get(said.match.id, best.match), best.match, key=_rank)
    return found


class _Claim:
    """One statement of a match, with what distinguishes it."""

    def __init__(self, match: Match, text: str) -> None:
        self.match, self.text = match, text
        self.rank, self.marks = authority(match.scope), distinctions(text)


def _rank(match: Match) -> int:
    return authority(match.scope)


def _near(vectors: Sequence[Vector]) -> list[list[bool]]:
    """Which statements are about the same thing."""
    import numpy as np

    found = np.asarray(vectors)
    near: list[list[bool]] = (found @ found.T >= SAME_SUBJECT).tolist()
    return near


def statements(text: str) -> list[str]:
    """The sentences and list items of a text, without their markup."""
    parts = (_MARKUP.sub("", part) for part in _SENTENCE.split(text))
    return [part for part in parts if 10 <= len(part) <= MAX_STATEMENT][:STATEMENTS]
