"""Where in the tiers a text belongs."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from knowledge.embedder import Embedder
from knowledge.recording import domains
from knowledge.recording.model import Extraction, Occurrence
from knowledge.tiers import directory, paths
from knowledge.tiers.paths import Tier
from knowledge.tiers.topics import Topics

# The cosine from which a text belongs to a topic that is there. On MiniLM, in a sample of 25 pairs, related ones had
# 0.36 to 0.50, others 0.32 at most.
NEAR = 0.4


class Places:
    """The categories and topics of one tenant. `read` gives the content of a file, None where there is none."""

    def __init__(self, read: Callable[[str], str | None], embedder: Embedder) -> None:
        self._read = cache(read)
        self._embedder = embedder
        self._topics = Topics(embedder)

    def of(self, text: str, topic: str | None, category: str | None = None) -> tuple[str, str]:
        """The category and the topic of a text: those named, else the nearest of the index, else by its meaning."""
        listed = list(self._listed(text))
        if category is None:
            category = self._topics.classify(text, topic, [known for known, _, _ in listed]).category
        near = (name for known, name, similarity in listed if known == category and similarity >= NEAR)
        return category, paths.slug(topic) if topic else next(near, category)

    def of_research(self, event: Occurrence, extraction: Extraction) -> tuple[str, str]:
        """The category and the topic of research; markets and competitors have their own."""
        market = None if event.topic else domains.market(event)
        if market:
            return domains.MARKETS, market
        named = Counter(each.category for each in extraction.statements if each.category)
        category = next((each for each, _ in named.most_common(1)), None)
        return self.of(f"{event.title} {event.text[:500]}", event.topic or extraction.topic, category)

    def _listed(self, text: str) -> Iterator[tuple[str, str, float]]:
        """The category, the name and the cosine of each summary that the index has near the text, nearest first."""
        [vector] = self._embedder.embed([text])
        for topic in directory.nearest(vector, self._read, self._embedder):
            tier, category, name = [*topic.location.split("/"), "", ""][:3]
            if tier == Tier.SUMMARY and topic.location.count("/") == 2:
                yield category, name.removesuffix(".md"), topic.similarity
