"""The embedding port: text in, unit vectors out."""

from collections.abc import Callable, Sequence
from operator import mul
from typing import Literal, Protocol

from knowledge.errors import Misconfigured, Unavailable

DIMENSIONS = 384
BATCH = 32  # texts a pass: more costs memory and gains nothing on two cores
NEAR_DUPLICATE = 0.92  # cosine at which two texts say the same, for a model that is not calibrated
# Confidence below which nothing answers a question (docs/measurements/retrieval.md), by model; one without an entry has
# MiniLM's, which is low for those whose cosines are crowded above 0.7: it then leaves too much rather than too little.
FLOORS = {"all-MiniLM-L6-v2": 0.28}
FLOOR = FLOORS["all-MiniLM-L6-v2"]

Vector = list[float]
# What a model may have learned to embed texts for, beside likeness.
Side = Literal["subject", "instruction", "talk", "change"]
Passage = str | tuple[str, str]  # a text, or one that is read behind another


class Embedder(Protocol):
    """Turns texts into vectors of `DIMENSIONS` numbers, of length one.

    `model` is stamped on every stored vector: vectors of two models are never compared.
    `near_duplicate` is the cosine at which two texts of this model say the same (calibrated, `docs/`).
    `floor` is the confidence below which what is nearest to a question does not answer it (calibrated, `docs/`).
    `max_tokens` is what the model reads of a text; the rest does not count.
    `sides` are those that the model has of its own.
    """

    model: str
    near_duplicate: float
    floor: float
    max_tokens: int
    sides: frozenset[Side]

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order. The same text gets the same vector whatever else is in the batch."""
        ...

    def embed_question(self, text: str) -> Vector:
        """The vector of a question, to be compared with those of `embed`: what answers it is near, not what repeats it.

        A model without a side for questions embeds them as any text.
        """
        ...

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """One vector a passage, to be compared with one another: near to what describes its subject, what it asks for,
        what it is to the talk before it, or to what was said earlier.

        A model without that side embeds them as any text, and of two that are read together the second.
        """
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many of the model's own tokens each text has, special tokens not counted."""
        ...

    def __hash__(self) -> int:
        """By identity: what an embedder made may be cached under it."""
        ...


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two vectors, which are of length one."""
    return float(sum(map(mul, one, other)))


def alone(passages: Sequence[Passage]) -> list[str]:
    """The texts, of two that are read together the second."""
    return [passage if isinstance(passage, str) else passage[1] for passage in passages]


def first_available(candidates: Sequence[Callable[[], Embedder]]) -> Embedder:
    """The first embedder that embeds a word; raises what the last one raised."""
    for build in candidates[:-1]:
        try:
            embedder = build()
            embedder.embed(["ready"])
        except (Misconfigured, Unavailable):
            continue
        return embedder
    return candidates[-1]()
