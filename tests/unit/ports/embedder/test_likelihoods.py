"""To which description a text belongs."""

from collections.abc import Sequence

import pytest
from knowledge.ports.embedder import likelihoods

VECTORS = {"right": [1.0, 0.0], "up": [0.0, 1.0], "mostly right": [0.8, 0.6]}
DESCRIPTIONS = {"east": "right", "north": "up"}


def embed(texts: Sequence[str]) -> list[list[float]]:
    return [VECTORS[text] for text in texts]


def test_a_text_belongs_to_the_nearest_description() -> None:
    """The surer, the lower the temperature; together the likelihoods are 1, and what is between two belongs to both."""
    [sure], [unsure] = (likelihoods(["mostly right"], DESCRIPTIONS, embed, temperature) for temperature in (0.05, 1))
    assert sure["east"] > unsure["east"] > 0.5 > unsure["north"] > sure["north"]
    assert sum(sure.values()) == pytest.approx(1) == sum(unsure.values())


def test_without_texts_nothing_is_embedded() -> None:
    """The descriptions alone tell nothing."""
    asked: list[Sequence[str]] = []

    def noted(texts: Sequence[str]) -> list[list[float]]:
        asked.append(texts)
        return embed(texts)

    assert likelihoods([], DESCRIPTIONS, noted, 1) == [] == asked
