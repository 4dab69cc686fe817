"""Texts find their category with the model that the local stack runs."""

import json

import pytest
from knowledge.files import paths
from knowledge.files.categories import classifier
from knowledge.files.categories.examples import CATEGORIES
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.placing import noun_phrase

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


@pytest.mark.parametrize(("unseen", "floor"), [(False, 0.8), (True, 0.75)])
def test_most_texts_find_their_category(embedder: OnnxEmbedder, unseen: bool, floor: float) -> None:
    """Of sentences that the prototypes' author knew, and of those that somebody else wrote unseen; alone, each."""
    rows = [row for row in LABELLED if row["unseen"] is unseen]
    right = sum(classifier.best(classifier.scores(row["text"], embedder)) == row["category"] for row in rows)
    assert right / len(rows) >= floor


def test_what_belongs_to_no_category_is_recognised(embedder: OnnxEmbedder) -> None:
    """Sentences about nature, cooking, sports and history get a topic of their own; others seldom do."""
    strange = [classifier.fits(classifier.scores(text, embedder)) for text in STRANGE]
    fitting = [classifier.fits(classifier.scores(row["text"], embedder)) for row in LABELLED]
    assert sum(strange) / len(strange) <= 0.2 and sum(fitting) / len(fitting) >= 0.9


def test_a_topic_is_called_by_its_noun_phrase(embedder: OnnxEmbedder) -> None:
    """In the writer's case."""
    texts = ["The Jungfrau Volcano erupted in May.", "Ash of the Jungfrau Volcano covered the villages."]
    assert noun_phrase(texts, embedder) == "Jungfrau Volcano"


@pytest.mark.parametrize("text", ["", "  \n", "…", "12 34", "火山"])
def test_any_text_gets_a_category(embedder: OnnxEmbedder, text: str) -> None:
    """Even one without words."""
    assert classifier.best(classifier.scores(text, embedder)) in CATEGORIES


def test_every_category_is_a_folder() -> None:
    """Their names are slugs already."""
    assert len(CATEGORIES) == 11
    assert [paths.slug(name) for name in CATEGORIES] == list(CATEGORIES)
