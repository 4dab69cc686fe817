"""The score from which on a pattern answers a question; below it the question gets none."""

from functools import cache
from itertools import combinations

from knowledge.ports.embedder import Embedder
from knowledge.ports.embedder.port import cosine

# Of cosine + coverage, between what unrelated texts have and 1: .79 in all for all-MiniLM-L6-v2. Of questions without
# an answer 99 % stay below, as surely (95 %) as twenty of them can tell (docs/issue-patterns.md).
CONFIDENCE = 0.78

# Texts that have nothing in common: what a model makes of them is its zero.
_UNRELATED = (
    "The violin needs new strings before the concert.",
    "Our neighbours planted two apple trees in spring.",
    "The ferry to the island leaves at noon.",
    "Bake the bread until the crust is brown.",
    "The goalkeeper saved a penalty in the last minute.",
    "Clouds of steam rose from the old locomotive.",
)


@cache
def floor(embedder: Embedder | None) -> float:
    """The least cosine + coverage of a match, for this model: some models give unrelated texts a cosine of .7.

    None: by words alone, of which unrelated texts share none.
    """
    zero = max(0.0, _unrelated(embedder)) if embedder else 0.0
    return zero + CONFIDENCE * (1 - zero)


def _unrelated(embedder: Embedder) -> float:
    pairs = list(combinations(embedder.embed(_UNRELATED), 2))
    return sum(cosine(one, other) for one, other in pairs) / len(pairs)
