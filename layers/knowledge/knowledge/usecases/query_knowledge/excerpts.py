"""The lines of a passage that are about the question."""

from collections.abc import Sequence

from knowledge.text.sentences import sentences
from knowledge.usecases.query_knowledge.token_budget import Counter

GAP = "…"


def excerpt(passage: str, terms: Sequence[str], most_tokens: int, counter: Counter) -> str:
    """The passage in at most `most_tokens`: the sentence that holds most of the terms, and what stands around it.

    `terms` are stems in lower case, as search matched them. A sentence that is too long by itself is given whole.
    """
    units = [unit for line in passage.splitlines() if not line.startswith("#") for unit in _units(line)]
    tokens = counter.count_tokens(units)
    if not units or sum(tokens) <= most_tokens:
        return "\n".join(units) or passage
    best = max(range(len(units)), key=lambda at: (_held(units[at], terms), -at))
    first, last = _around(best, tokens, most_tokens)
    gaps = GAP if first else "", GAP if last < len(units) else ""
    return "\n".join(filter(None, [gaps[0], *units[first:last], gaps[1]]))


def _units(line: str) -> list[str]:
    """A line's sentences; a row of a table or a line of code is one."""
    return [line] if line.startswith(("|", " ", "\t", "`")) else sentences(line)


def _held(unit: str, terms: Sequence[str]) -> int:
    lowered = unit.lower()
    return sum(term in lowered for term in terms)


def _around(best: int, tokens: Sequence[int], most: int) -> tuple[int, int]:
    """The longest run around the best one that fits: what follows it first, since it says more than what is before."""
    first, last, room = best, best + 1, most - tokens[best]
    while last < len(tokens) and tokens[last] <= room:
        room, last = room - tokens[last], last + 1
    while first > 0 and tokens[first - 1] <= room:
        first, room = first - 1, room - tokens[first - 1]
    return first, last
