"""Which category of the second tier a text belongs to, without an LLM: the one whose description is nearest."""

from collections.abc import Sequence

from knowledge.files.categories import CATEGORIES, DESCRIPTIONS, TEMPERATURE
from knowledge.ports.embedder import Embedder, cosine, likelihoods

Scores = dict[str, float]


def scores(texts: Sequence[str], embedder: Embedder) -> list[Scores]:
    """For each text how likely it belongs to each of `DESCRIPTIONS`: together 1, and mostly to `NOTHING` if to none."""
    return likelihoods(texts, DESCRIPTIONS, embedder, "subject", TEMPERATURE)


def best(scored: Scores) -> str:
    """The likeliest category."""
    return max(CATEGORIES, key=scored.__getitem__)


def nearness(texts: Sequence[str], embedder: Embedder) -> list[float]:
    """The cosine of each text with the nearest category's description."""
    vectors = embedder.embed_by("subject", [*(DESCRIPTIONS[name] for name in CATEGORIES), *texts])
    described = vectors[: len(CATEGORIES)]
    return [max(cosine(vector, other) for other in described) for vector in vectors[len(described) :]]
