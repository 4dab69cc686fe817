"""The summaries near an event or one of its statements: what the index says of them, and what they say now."""

from collections.abc import Collection, Sequence

from knowledge.files import paths, topic_index
from knowledge.files.current_statements import CurrentStatement, read_standing
from knowledge.files.editor import Snapshot
from knowledge.files.paths import Tier
from knowledge.files.splitting import chain
from knowledge.files.topic_index import Topic
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.statements.former_names import tells_as_past
from knowledge.text.statements.former_values import says_change
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at

MAX_SAID = 500  # characters by which a text is classified
NEAR = 0.4  # the cosine from which a text belongs to a topic: of 25 pairs related ones had 0.36 to 0.5, others 0.32
READ = 8  # summaries near the event that are read, for what they say of the same
OWN, MOST, MOST_READ = 3, 24, 48  # the same near one of its statements, and of all, by rules and by a model
FURTHER = 48  # the same that are looked through for what a statement tells as past
INDEXES = 16  # files of the index in which these are looked for
LISTS = tuple(paths.summary("documentation", name) for name in ("reports", "research", "changelog"))


class NearbySummaries:
    """Finds what is near one event, as the tenant's index and summaries are at the first question."""

    def __init__(self, event: Occurrence, files: Snapshot, embedder: Embedder) -> None:
        self._event, self._files, self._embedder = event, files, embedder
        self._listed: dict[tuple[float, ...], list[Topic]] = {}

    def pages(self) -> list[Topic]:
        """The summaries that the index lists, nearest to the event first; not those that list others."""
        topics = self._listed_near(self._whole(), INDEXES)
        return [topic for topic in _wholes(topics) if not topic.location.startswith(LISTS)]

    def related(self) -> list[str]:
        """The paths of summaries near the event, nearest first."""
        return [place.path for place, nearness in self.near() if nearness >= NEAR]

    def near(self, vector: Vector | None = None) -> list[tuple[SummaryPlace, float]]:
        """The summaries that the index has near the event, or the vector, and their cosines, nearest first."""
        topics = self._listed_near(self._whole() if vector is None else vector, topic_index.MAX_INDEXES)
        return [(place_at(topic.location, topic.topic), topic.similarity) for topic in _wholes(topics)]

    def standing(
        self, places: Sequence[SummaryPlace], statements: Sequence[Statement] = (), *, is_read: bool = False
    ) -> list[CurrentStatement]:
        """What the summaries of these places, those near the event and those near a statement say now.

        What is told of one thing stands on many pages: where it was filed depends on what was told beside it. Where it
        `is_read` by somebody, who sees what words in another language say, there are as many pages as there may be.
        """
        ranked = [topic.location for topic in self._listed_near(self._whole(), topic_index.MAX_INDEXES)]
        near = dict.fromkeys([*ranked[:READ], *self._near_statements(statements), *(ranked if is_read else [])])
        asked = dict.fromkeys([*(place.path for place in places), *list(near)[: MOST_READ if is_read else MOST]])
        lines = [line for path in asked for line in self._read(path)] + self._told_as_past(statements, asked)
        return list({(line.path, line.line, line.text): line for line in lines}.values())

    def _told_as_past(self, statements: Sequence[Statement], read: Collection[str]) -> list[CurrentStatement]:
        """The lines of further summaries that have a value or a name which a statement tells as what was so before."""
        changes = [statement for statement in statements if says_change(statement.text)]
        further = [path for path in self._near_statements(changes, FURTHER) if path not in read][:FURTHER]
        lines = (line for path in further for line in self._read(path))
        return [line for line in lines if any(tells_as_past(change.text, line.text) for change in changes)]

    def _near_statements(self, statements: Sequence[Statement], own: int = OWN) -> list[str]:
        """The summaries whose lines of the index are among a statement's `own` nearest, nearest first."""
        topics = self._listed_near(self._whole(), INDEXES)
        lines = self._embedder.embed([topic.line for topic in topics])
        nearness: dict[str, float] = {}
        for vector in self._embedder.embed([statement.text for statement in statements]):
            ranked = sorted(((cosine(vector, line), at) for at, line in enumerate(lines)), reverse=True)
            for near, at in ranked[:own]:
                nearness[topics[at].location] = max(near, nearness.get(topics[at].location, near))
        return sorted(nearness, key=nearness.__getitem__, reverse=True)

    def _whole(self) -> Vector:
        return self._embedder.embed([about(self._event)])[0]

    def _listed_near(self, vector: Vector, most: int) -> list[Topic]:
        """The same as so many files of the index list them."""
        key = (most, *vector)
        if key not in self._listed:
            topics = topic_index.nearest(vector, self._files.text, self._embedder, most)
            self._listed[key] = [topic for topic in topics if _is_summary(topic.location)]
        return self._listed[key]

    def _read(self, path: str) -> list[CurrentStatement]:
        return read_standing(path, self._files.text, self._files.persons_lines)


def about(event: Occurrence) -> str:
    """What an event is about, as far as it is embedded."""
    return f"{event.topic or ''} {event.title}. {event.text}".strip()[:MAX_SAID]


def _is_summary(location: str) -> bool:
    is_summary = location.startswith(f"{Tier.SUMMARY}/") and location.count("/") == 2
    return is_summary and not paths.is_from_rows(location)


def _wholes(topics: Sequence[Topic]) -> list[Topic]:
    """The topics, each part of a summary as the whole, which is as near as the nearest of them: news is told there.

    A part is called by what is in it, and what is added to it would make that untrue.
    """
    heads = {topic.location: topic for topic in topics if not chain.is_named_as_part(topic.location)}
    wholes: dict[str, Topic] = {}
    for topic in topics:
        whole = topic if topic.location in heads else heads.get(_whole_of(topic.location, heads), topic)
        wholes.setdefault(whole.location, whole.model_copy(update={"similarity": topic.similarity}))
    return list(wholes.values())


def _whole_of(part: str, summaries: Collection[str]) -> str:
    """The summary whose part is called so; "" where it is none of them."""
    return max((path for path in summaries if part.startswith(chain.parts_prefix(path))), key=len, default="")
