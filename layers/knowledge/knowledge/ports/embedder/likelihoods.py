"""To which of some descriptions texts belong, by a side of the model that learned these."""

from collections.abc import Mapping, Sequence
from math import exp

from knowledge.ports.embedder.port import Embedder, Passage, Side, Vector, cosine

Likelihoods = dict[str, float]


def likelihoods(
    passages: Sequence[Passage],
    descriptions: Mapping[str, str],
    embedder: Embedder,
    side: Side,
    temperature: float,
) -> list[Likelihoods]:
    """For each passage how likely it belongs to each of the descriptions, together 1: the softmax of its cosines with
    theirs, by the temperature at which the side that embeds learned them. Without any nothing is embedded."""
    if not passages:
        return []
    vectors = embedder.embed_by(side, [*descriptions.values(), *passages])
    described = dict(zip(descriptions, vectors, strict=False))
    return [_of_one(vector, described, temperature) for vector in vectors[len(described) :]]


def _of_one(vector: Vector, described: Mapping[str, Vector], temperature: float) -> Likelihoods:
    weights = {name: exp(cosine(vector, other) / temperature) for name, other in described.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}
