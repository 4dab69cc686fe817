"""The embedding port: text in, unit vectors out."""

from collections.abc import Sequence
from typing import Protocol

DIMENSIONS = 384


class Embedder(Protocol):
    """Turns texts into vectors of `DIMENSIONS` numbers, of length one.

    `model` is stamped on every stored vector: vectors of two models are never compared.
    `near_duplicate` is the cosine at which two texts of this model say the same (calibrated, `docs/`).
    """

    model: str
    near_duplicate: float
    max_tokens: int

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order. The same text gets the same vector whatever else is in the batch."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many of the model's own tokens each text has, special tokens not counted."""
        ...
