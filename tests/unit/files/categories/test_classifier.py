"""Rules of how texts find their category, whatever the model."""

import pytest
from knowledge.files.categories import CATEGORIES, DESCRIPTIONS, NOTHING, classifier

from tests.support.doubles import Words


class Counting(Words):
    """An embedder that counts its calls."""

    calls = 0

    def embed_by(self, side, passages):
        self.calls += 1
        return super().embed_by(side, passages)


def test_all_texts_are_scored_in_one_call() -> None:
    """With the descriptions that they are compared with; how likely each is, together 1."""
    embedder = Counting()
    scored = classifier.scores(["a new fee", "a new van"], embedder)
    assert embedder.calls == 1 and len(scored) == 2
    assert all(set(likely) == set(DESCRIPTIONS) and sum(likely.values()) == pytest.approx(1) for likely in scored)


@pytest.mark.parametrize("name", CATEGORIES)
def test_a_description_is_of_its_own_category(name: str) -> None:
    """Since nothing is nearer to it than itself."""
    [likely] = classifier.scores([DESCRIPTIONS[name]], Words())
    assert classifier.best(likely) == name


def test_what_names_nothing_has_a_category_all_the_same() -> None:
    """The likeliest of those that are folders."""
    [likely] = classifier.scores([DESCRIPTIONS[NOTHING]], Words())
    assert max(likely, key=likely.__getitem__) == NOTHING and classifier.best(likely) in CATEGORIES
