"""Texts find their category with the model that the local stack runs."""

import json
from pathlib import Path

import pytest
from knowledge.embedder import OnnxEmbedder
from knowledge.tiers import paths
from knowledge.tiers.categories import CATEGORIES
from knowledge.tiers.topics import Topics

LABELLED = [
    json.loads(line) for line in (Path(__file__).parents[1] / "fixtures" / "topics.jsonl").read_text().splitlines()
]


@pytest.fixture(scope="module")
def topics(embedder: OnnxEmbedder) -> Topics:
    """A classifier whose prototypes are embedded once for the module."""
    return Topics(embedder)


@pytest.mark.parametrize(("unseen", "floor"), [(False, 0.85), (True, 0.6)])
def test_most_texts_find_their_category(topics: Topics, unseen: bool, floor: float) -> None:
    """Of sentences written before the prototypes were widened 59 of 66, of those written after it 14 of 22."""
    rows = [row for row in LABELLED if row["unseen"] is unseen]
    right = sum(topics.classify(row["text"]).category == row["category"] for row in rows)
    assert right / len(rows) >= floor


def test_a_named_topic_that_is_a_category_is_taken_at_its_word(topics: Topics) -> None:
    """Whatever the text; the tenant's own categories count as the seed's do."""
    assert topics.classify("We hired Maria.", topic="Unit Economics").category == "unit-economics"
    assert topics.classify("We hired Maria.", topic="Beekeeping", known=["beekeeping"]).category == "beekeeping"


def test_a_text_that_fits_nowhere_makes_a_category(topics: Topics) -> None:
    """Named by the topic, else by what the text is about; a path can be made of it, and it is found again."""
    text = "The volcano erupted: lava from the volcano erupted over the villages."
    assert topics.classify(text, topic="Natural Disasters").category == "natural-disasters"
    made = topics.classify(text)
    assert made.category == "volcano-erupted"
    assert made.score == 0
    assert paths.summary(made.category, "x") == "2-summaries/volcano-erupted/x.md"
    assert topics.classify("Has the volcano erupted again?", known=[made.category]).category == made.category


def test_words_said_once_name_no_category(topics: Topics) -> None:
    """The first words of a sentence in another language are not what it is about."""
    assert topics.classify("Die Praxis beginnt am Montag um acht Uhr mit Kaffee.").category == "general"


@pytest.mark.parametrize("text", ["", "  \n", "…", "12 34", "火山"])
def test_any_text_gets_a_category(topics: Topics, text: str) -> None:
    """Even one without words."""
    assert paths.summary(topics.classify(text).category, "x").startswith("2-summaries/")


def test_every_category_of_the_seed_is_a_folder() -> None:
    """Their names are slugs already."""
    assert len(CATEGORIES) == 11
    assert [paths.slug(name) for name in CATEGORIES] == list(CATEGORIES)
