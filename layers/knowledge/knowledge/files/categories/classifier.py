"""Which category of the second tier a text belongs to, without an LLM: the one whose description is nearest."""

from collections.abc import Sequence

from knowledge.files.categories import CATEGORIES, DESCRIPTIONS, TEMPERATURE
from knowledge.ports.embedder import Embedder, cosine, likelihoods

Scores = dict[str, float]

FITS = 0.3  # of the likeliest category's score, from which a reader accepts another one


def scores(texts: Sequence[str], embedder: Embedder) -> list[Scores]:
    """For each text how likely it belongs to each of `DESCRIPTIONS`: together 1, and mostly to `NOTHING` if to none."""
    return likelihoods(texts, DESCRIPTIONS, embedder, "subject", TEMPERATURE)


def best(scored: Scores) -> str:
    """The likeliest category."""
    return max(CATEGORIES, key=scored.__getitem__)


def fits(scored: Scores, category: str) -> bool:
    """Whether a reader would look there, too: it is not much less likely than the likeliest, or somebody's own."""
    return category not in CATEGORIES or scored[category] >= FITS * scored[best(scored)]


def nearness(texts: Sequence[str], embedder: Embedder) -> list[float]:
    """The cosine of each text with the nearest category's description."""
    vectors = embedder.embed_by("subject", [*(DESCRIPTIONS[name] for name in CATEGORIES), *texts])
    described = vectors[: len(CATEGORIES)]
    return [max(cosine(vector, other) for other in described) for vector in vectors[len(described) :]]
