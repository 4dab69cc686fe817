"""From which score on a pattern is about a question."""

from collections.abc import Sequence

from knowledge.issues.confidence import CONFIDENCE, floor

from tests.support.doubles import Words


class Alike(Words):
    """A model that gives any two texts a cosine of about 0.7."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        shared = 0.7**0.5
        return [[shared, *((1 - 0.7) ** 0.5 * number for number in vector)] for vector in super().embed(texts)]


def test_the_floor_begins_where_unrelated_texts_of_the_model_are() -> None:
    """Between a model's own zero and 1 it is at the same place for each."""
    plain, alike = Words(), Alike()
    assert CONFIDENCE <= floor(plain) < 1
    assert 0.9 < floor(alike) < 1
