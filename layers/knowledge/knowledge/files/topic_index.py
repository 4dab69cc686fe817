"""The index as its readers see it: one list of topics, also where it is split by theme."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from pydantic import BaseModel

from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.paths import Tier
from knowledge.ports.embedder import Embedder, Vector, cosine

MAX_INDEXES = 8  # files of the first tier that are opened: the index, and the themes nearest to what is asked


class Topic(BaseModel):
    """A line of the index, and its cosine with what is asked."""

    topic: str
    description: str
    location: str
    similarity: float


def nearest(asked: Vector, read: Callable[[str], str | None], embedder: Embedder) -> list[Topic]:
    """The topics of the index, nearest first; of a split one those of the nearest themes.

    `read` gives the content of an index file, None where there is none: people write indexes too.
    """
    opened: set[str] = set()
    waiting = [Topic(topic="", description="", location=paths.INDEX, similarity=1.0)]
    topics: dict[str, Topic] = {}
    while waiting and len(opened) < MAX_INDEXES:
        theme = waiting.pop(0)
        opened.add(theme.location)
        for topic in _listed(read(theme.location) or "", asked, embedder):
            if not topic.location.startswith(f"{Tier.INDEX}/"):
                topics.setdefault(topic.location, topic)
            elif topic.location not in {*opened, *(each.location for each in waiting)}:
                waiting.append(topic)
        waiting.sort(key=_farness)
    return sorted(topics.values(), key=_farness)


def _listed(content: str, asked: Vector, embedder: Embedder) -> Iterator[Topic]:
    entries = index.entries(content)
    lines = tuple(f"{entry.topic}: {entry.description}" for entry in entries)
    vectors = _vectors(embedder, lines)
    for entry, vector in zip(entries, vectors, strict=True):
        yield Topic(**entry.model_dump(), similarity=cosine(asked, vector))


@lru_cache(maxsize=64)
def _vectors(embedder: Embedder, texts: tuple[str, ...]) -> list[Vector]:
    """An index changes seldom and is asked for by every task: a warm process embeds its lines once."""
    return embedder.embed(texts)


def _farness(topic: Topic) -> float:
    return -topic.similarity
