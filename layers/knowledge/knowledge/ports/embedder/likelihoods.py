"""To which of some descriptions texts belong, by their vectors."""

from collections.abc import Mapping, Sequence
from math import exp

from knowledge.ports.embedder.port import Vector, cosine

Likelihoods = dict[str, float]


def likelihoods(vectors: Sequence[Vector], described: Mapping[str, Vector], temperature: float) -> list[Likelihoods]:
    """For each vector how likely it belongs to each of the descriptions, together 1: the softmax of its cosines with
    theirs, by the temperature at which a side of the model learned them."""
    return [_of_one(vector, described, temperature) for vector in vectors]


def _of_one(vector: Vector, described: Mapping[str, Vector], temperature: float) -> Likelihoods:
    weights = {name: exp(cosine(vector, other) / temperature) for name, other in described.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}
