"""Texts find their category with the model that the local stack runs."""

import json

import pytest
from knowledge.files import paths
from knowledge.files.categories.classifier import Topics
from knowledge.files.categories.examples import CATEGORIES
from knowledge.ports.embedder import OnnxEmbedder

from tests.conftest import ROOT

LABELLED = [json.loads(line) for line in (ROOT / "tests" / "fixtures" / "topics.jsonl").read_text().splitlines()]

STRANGE = """
The volcano erupted: lava from the volcano erupted over the villages.
Bees fly up to five kilometres to collect nectar.
Whisk the eggs with sugar until the mixture is pale.
The midfielder scored twice in the second half.
Photosynthesis turns light into chemical energy.
The castle was built in the twelfth century.
Rain is expected in the north tomorrow.
The comet passes the sun every seventy-six years.
Sand the table before you apply the varnish.
The patient received antibiotics for ten days.
Wolves hunt in packs during winter.
The river floods the valley every spring.
The violin concerto has three movements.
Tomatoes need at least six hours of sun.
The bridge spans four hundred metres.
Glaciers carved the fjords of Norway.
The train to Prague leaves from platform nine.
The dough has to rest overnight in the fridge.
Basalt cools quickly and forms columns.
The queen died in 1603 without an heir.
Salmon swim upstream to spawn.
The lighthouse keeper lit the lamp at dusk.
Chlorine reacts violently with sodium.
Corn is harvested in September.
""".strip().splitlines()


@pytest.fixture(scope="module")
def topics(embedder: OnnxEmbedder) -> Topics:
    """A classifier whose prototypes are embedded once for the module."""
    return Topics(embedder)


@pytest.mark.parametrize(("unseen", "floor"), [(False, 0.8), (True, 0.75)])
def test_most_texts_find_their_category(topics: Topics, unseen: bool, floor: float) -> None:
    """Of sentences that the prototypes' author knew 74 of 88, of those that somebody else wrote unseen 104 of 132."""
    rows = [row for row in LABELLED if row["unseen"] is unseen]
    right = sum(topics.classify(row["text"]).category == row["category"] for row in rows)
    assert right / len(rows) >= floor


def test_what_belongs_to_no_category_makes_its_own(topics: Topics) -> None:
    """Of sentences about nature, cooking, sports and history 23 of 24 are recognised as new."""
    found = [topics.classify(text).category for text in STRANGE]
    assert sum(category not in CATEGORIES for category in found) / len(found) >= 0.9


def test_a_named_topic_that_is_a_category_is_taken_at_its_word(topics: Topics) -> None:
    """Whatever the text; the tenant's own categories count as everybody's do."""
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


def test_every_category_is_a_folder() -> None:
    """Their names are slugs already."""
    assert len(CATEGORIES) == 11
    assert [paths.slug(name) for name in CATEGORIES] == list(CATEGORIES)
