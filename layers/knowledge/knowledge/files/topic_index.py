"""The index as its readers see it: one list of topics, also where it is split by theme."""

from collections.abc import Callable, Iterator, Sequence

from pydantic import BaseModel

from knowledge.files import paths
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.files.formats import index
from knowledge.files.formats.index import IndexEntry
from knowledge.files.paths import Tier
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.statements.subjects import Subjects

MAX_INDEXES = 8  # files of the first tier that are opened: the index, and the themes nearest to what is asked


class Topic(BaseModel):
    """A line of the index, and its cosine with what is asked, or its share of the question's words."""

    topic: str
    description: str
    location: str
    similarity: float

    @property
    def line(self) -> str:
        """What of it is embedded."""
        return _line(self.topic, self.description)


def nearest(
    asked: Vector,
    read: Callable[[str], str | None],
    embedder: Embedder,
    most: int = MAX_INDEXES,
    indexes: Sequence[str] = (paths.INDEX,),
) -> list[Topic]:
    """The topics of the indexes, nearest first; of a split one those of the nearest themes, `most` files in all.

    `read` gives the content of an index file, None where there is none: people write indexes too. An index changes
    seldom, so a warm process embeds its lines once.
    """
    embedder = embedder if isinstance(embedder, RememberingEmbedder) else RememberingEmbedder(embedder)

    def near(lines: Sequence[str]) -> list[float]:
        return [cosine(asked, vector) for vector in embedder.embed(lines)]

    return _nearest(read, near, most, indexes)


def nearest_by_words(
    asked: str, read: Callable[[str], str | None], indexes: Sequence[str] = (paths.INDEX,)
) -> list[Topic]:
    """As `nearest`, without a model: by the share of the question's words, rare ones first, that a line has."""

    def near(lines: Sequence[str]) -> list[float]:
        subjects = Subjects([asked, *lines])
        stems = subjects.stems(asked)
        return [subjects.share(stems, subjects.stems(line)) for line in lines]

    return _nearest(read, near, MAX_INDEXES, indexes)


def _nearest(
    read: Callable[[str], str | None],
    near: Callable[[Sequence[str]], list[float]],
    most: int,
    indexes: Sequence[str],
) -> list[Topic]:
    opened: set[str] = set()
    waiting = [Topic(topic="", description="", location=path, similarity=1.0) for path in indexes]
    topics: dict[str, Topic] = {}
    while waiting and len(opened) < most:
        theme = waiting.pop(0)
        opened.add(theme.location)
        for topic in _listed(read(theme.location) or "", near):
            if not topic.location.startswith(f"{Tier.INDEX}/"):
                topics.setdefault(topic.location, topic)
            elif topic.location not in {*opened, *(other.location for other in waiting)}:
                waiting.append(topic)
        waiting.sort(key=_farness)
    return sorted(topics.values(), key=_farness)


def lines(read: Callable[[str], str | None]) -> list[str]:
    """The lines of the index as `nearest` will ask for their vectors."""
    return _lines(index.entries(read(paths.INDEX) or ""))


def titles(read: Callable[[str], str | None]) -> list[str]:
    """What the topics of the index are called."""
    return [entry.topic for entry in index.entries(read(paths.INDEX) or "")]


def _listed(content: str, near: Callable[[Sequence[str]], list[float]]) -> Iterator[Topic]:
    entries = index.entries(content)
    for entry, similarity in zip(entries, near(_lines(entries)), strict=True):
        yield Topic(**entry.model_dump(), similarity=similarity)


def _lines(entries: Sequence[IndexEntry]) -> list[str]:
    return [_line(entry.topic, entry.description) for entry in entries]


def _line(topic: str, description: str) -> str:
    return f"{topic}: {description}"


def _farness(topic: Topic) -> float:
    return -topic.similarity
