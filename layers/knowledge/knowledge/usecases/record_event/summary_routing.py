"""Where in the second tier something belongs."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from knowledge.files import paths, topic_index
from knowledge.files.categories.classifier import Topics
from knowledge.files.editor import EditRunner
from knowledge.files.paths import Tier
from knowledge.ports.embedder import Embedder

MAX_SAID = 500  # characters by which a text is classified
# The cosine from which a text belongs to a topic that is there. On MiniLM, in a sample of 25 pairs, related ones had
# 0.36 to 0.50, others 0.32 at most.
NEAR = 0.4


class SummaryPlace(NamedTuple):
    """A summary, by its folder and its name."""

    category: str
    topic: str


class Places:
    """Finds the places of one tenant, as its index is at the first question."""

    def __init__(self, editor: EditRunner, embedder: Embedder) -> None:
        self._editor = editor
        self._read = cache(editor.text)
        self._embedder = embedder
        self._topics = Topics(embedder)

    def named(self, topic: str, said: str, category: str | None = None) -> SummaryPlace:
        """The place of a named topic: where it is already, else in the category named, else in the one that fits."""
        name = paths.slug(topic)
        there = self._editor.category_of(name)
        return SummaryPlace(there or category or self._category(said, topic), name)

    def of(self, text: str, category: str | None = None) -> SummaryPlace:
        """The place of a text: in its category the topic of the index that is near, else the category's own."""
        category = category or self._category(text)
        near = (place.topic for place, cosine in self._listed(text) if place.category == category and cosine >= NEAR)
        return SummaryPlace(category, next(near, category))

    def _category(self, text: str, topic: str | None = None) -> str:
        known = [place.category for place, _ in self._listed(text)]
        return self._topics.classify(text[:MAX_SAID], topic, known).category

    def _listed(self, text: str) -> Iterator[tuple[SummaryPlace, float]]:
        """The summaries that the index has near the text, and their cosines with it, nearest first."""
        [vector] = self._embedder.embed([text[:MAX_SAID]])
        for topic in topic_index.nearest(vector, self._read, self._embedder):
            tier, category, name = [*topic.location.split("/"), "", ""][:3]
            if tier == Tier.SUMMARY and topic.location.count("/") == 2:
                yield SummaryPlace(category, name.removesuffix(".md")), topic.similarity
