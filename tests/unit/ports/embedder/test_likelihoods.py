"""To which description a text belongs."""

from collections.abc import Sequence

import pytest
from knowledge.ports.embedder import Passage, Side, alone, likelihoods

from tests.support.doubles import Words

VECTORS = {"right": [1.0, 0.0], "up": [0.0, 1.0], "mostly right": [0.8, 0.6]}
DESCRIPTIONS = {"east": "right", "north": "up"}


class Compass(Words):
    """An embedder that knows these texts, and notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Side, list[Passage]]] = []

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[list[float]]:
        self.asked.append((side, list(passages)))
        return [VECTORS[text] for text in alone(passages)]


def test_a_text_belongs_to_the_nearest_description() -> None:
    """The surer, the lower the temperature; together the likelihoods are 1, and what is between two belongs to both."""
    [sure], [unsure] = (
        likelihoods(["mostly right"], DESCRIPTIONS, Compass(), "subject", temperature) for temperature in (0.05, 1)
    )
    assert sure["east"] > unsure["east"] > 0.5 > unsure["north"] > sure["north"]
    assert sum(sure.values()) == pytest.approx(1) == sum(unsure.values())


def test_without_texts_nothing_is_embedded() -> None:
    """The descriptions alone tell nothing."""
    compass = Compass()
    assert likelihoods([], DESCRIPTIONS, compass, "subject", 1) == [] == compass.asked


def test_texts_are_embedded_with_the_descriptions_by_the_side_that_is_asked() -> None:
    """In one call, also those that are read behind another."""
    compass = Compass()
    likelihoods([("up", "mostly right")], DESCRIPTIONS, compass, "talk", 1)
    assert compass.asked == [("talk", ["right", "up", ("up", "mostly right")])]
