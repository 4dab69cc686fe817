"""Where in the second tier a statement belongs: by its meaning, among its neighbours and in the tenant's files."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.files import paths
from knowledge.files.categories import CATEGORIES, classifier
from knowledge.files.editor import Snapshot
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.keywords import content_words
from knowledge.text.statements.removal import is_heading_of_change
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import nouns, titles, wording
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.topics import candidates, headings
from knowledge.usecases.record_event.topics.nearby_summaries import LISTS, MAX_SAID, NearbySummaries
from knowledge.usecases.record_event.topics.selection import topics
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at, titled

ALIKE = 0.52  # the cosine with a statement of a summary from which another one belongs beside it
SAME = 0.5  # the cosine of a title with a topic's line from which both are about one thing
CHANGED = "product"  # of commits
TELLING = 7  # words of a statement that says by itself what it is about
LOGS = frozenset({paths.summary("product", "implementation-plan")})  # which hold a line of each change


@dataclass(frozen=True)
class _TopicStretch:
    """Statements that go to one place, with their numbers; the `name` of their topic is "" where they have none."""

    name: str
    numbers: list[int]
    statements: list[Statement]

    @property
    def category(self) -> str | None:
        """The category that a statement of it was put into."""
        return next((statement.category for statement in self.statements if statement.category), None)

    @property
    def is_headed(self) -> bool:
        """Whether it is called as a heading above it."""
        headings = (titles.without_number(statement.under).casefold() for statement in self.statements)
        return bool(self.name) and self.name.casefold() in headings

    @property
    def text(self) -> str:
        """What is said of its topic, below its name."""
        statements = " ".join(statement.text for statement in self.statements)
        return (f"{self.name}: {statements}" if self.name else statements)[:MAX_SAID]


class Places:
    """Finds the places of one event's statements, as the tenant's index and summaries are at the first question."""

    def __init__(self, event: Occurrence, files: Snapshot, nearby: NearbySummaries, embedder: Embedder) -> None:
        self._event, self._files, self._nearby, self._embedder = event, files, nearby, embedder

    def places_for(
        self, statements: Sequence[Statement], fallback: str | None, whole: SummaryPlace | None = None
    ) -> list[SummaryPlace]:
        """A place for each statement: all in one where the event's topic is named, else that of its stretch's topic."""
        if topic := self._event.topic:
            return [self._place_of_topic(topic, statements, fallback)] * len(statements)
        placed = dict[int, SummaryPlace]()
        stretches = self._stretches(statements)
        for stretch, likely in zip(stretches, self._categories(stretches), strict=True):
            is_of_whole = whole and (not stretch.name or paths.slug(stretch.name) == whole.topic)
            own = whole if whole and is_of_whole else self._home_of(stretch, likely)
            placed |= dict.fromkeys(stretch.numbers, own)
        return [placed[at] for at in range(len(statements))]

    def _stretches(self, statements: Sequence[Statement]) -> list[_TopicStretch]:
        """The statements by their topic; those that name none stay apart, save what goes on about the one before."""
        named = zip(statements, self._pages_named(statements), self._names(statements), strict=True)
        names = [statement.topic or wording.scope(statement.text) or page or name for statement, page, name in named]
        first = 0
        groups: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for at, name in enumerate(names):
            goes_on = at and not name and not names[at - 1] and self._goes_on(statements[at - 1], statements[at])
            first = first if goes_on else at
            groups[name, 0 if name else first].append(at)
        return [_TopicStretch(name, own, [statements[at] for at in own]) for (name, _), own in groups.items()]

    def _pages_named(self, statements: Sequence[Statement]) -> list[str]:
        """The pages of whose names the statements' subjects are, below no heading: they begin so, or go on about it."""
        titles = list[str]()
        for at, statement in enumerate(statements):
            goes_on = at and titles[-1] and self._goes_on(statements[at - 1], statement)
            title = "" if statement.under else self._page_named(statement.text)
            titles.append(title or (titles[-1] if goes_on else ""))
        return titles

    def _page_named(self, text: str) -> str:
        """The page whose name a text begins with, behind an article at most; the longest such name."""
        own = nouns.stems(nouns.trimmed(turns.spoken(text, self._event)[1]))
        begun = [title for title in self._pages if _begins(own, nouns.stems(nouns.trimmed(title)))]
        return max(begun, key=len, default="")

    @cached_property
    def _pages(self) -> dict[str, SummaryPlace]:
        """The pages near the event that are about one thing, by their names; neither logs nor those of a category."""
        near = [place for place, _ in self._nearby.near() if place.topic not in CATEGORIES]
        return {place.title: place for place in reversed(near) if place.path not in (*LOGS, *LISTS)}

    def _goes_on(self, before: Statement, after: Statement) -> bool:
        """Whether what names no topic is about what the one before it is: in a chat, where it says little itself."""
        apart = self._event.is_talk and len(after.text.split()) >= TELLING
        same = (before.under, before.item) == (after.under, after.item)
        return same and not apart and not wording.is_commit(after.text)

    def _names(self, statements: Sequence[Statement]) -> list[str]:
        """The topics of the statements, as their stretches name them.

        What stands below the heading of a part is about the title's, unless a page, the title or several words name it.
        """
        titles_near = [place.title for place, _ in self._nearby.near()]
        parts = self._parts(statements)
        names = candidates.of_event(self._event, statements, titles_near, parts)
        named = topics(statements, names, self._embedder)
        if not parts or "title" not in self._event.metadata:
            return named
        subject = titles.of_title(self._event.title, [statement.text for statement in statements])
        surely = {name for name in named if " " in name or name in titles_near or _is_of(name, self._event.title)}
        return [
            subject if statement.under in parts and name not in surely else name
            for statement, name in zip(statements, named, strict=True)
        ]

    def _parts(self, statements: Sequence[Statement]) -> set[str]:
        """The headings of the event that only name a part of it; a report has several subjects, as titles list them."""
        if self._event.is_talk:
            return set()
        of_one = self._event.kind != "integration" and not titles.is_of_several(self._event.title)
        whole = turns.heading_of_all(self._event)
        below = [statement for statement in statements if statement.under != whole]
        return headings.of_parts(below, self._event.title, self._pages, self._embedder, of_one=of_one)

    def _home_of(self, stretch: _TopicStretch, likely: str) -> SummaryPlace:
        """Where a stretch goes: to the page of its name, beside its likes, else below the likeliest category."""
        name, given = stretch.name, stretch.category
        if name in self._pages and not given:
            return self._pages[name]
        there = self._files.category_of(paths.slug(name)) if name and not given else None
        alike = None if given or there or stretch.is_headed else self._alike(stretch)
        if alike:
            return alike
        if not name:
            return self._of_nameless(stretch, likely)
        return self._settled(there, given or likely, paths.slug(name), name[:1].upper() + name[1:])

    def _of_nameless(self, stretch: _TopicStretch, likely: str) -> SummaryPlace:
        """Where a stretch goes that names no topic: to one by its line of the index, if surely, else its category."""
        [vector] = self._embedder.embed([stretch.text])
        near = self._nearby.near(vector)
        sure = [place for place, nearness in near if nearness >= SAME and place.path not in (*LOGS, *LISTS)]
        fitting = (place for place in sure if stretch.category in (None, place.category))
        category = stretch.category or likely
        return next(fitting, SummaryPlace(category, category, titled(category)))

    def _categories(self, stretches: Sequence[_TopicStretch]) -> list[str]:
        """The likeliest category of each; of commits and notes, near to anything, always the same."""
        scored = classifier.scores([stretch.text for stretch in stretches], self._embedder)
        return [
            CHANGED if all(map(_is_note_of_change, stretch.statements)) else classifier.best(own)
            for stretch, own in zip(stretches, scored, strict=True)
        ]

    def _place_of_topic(self, topic: str, statements: Sequence[Statement], category: str | None) -> SummaryPlace:
        """The place of the named topic: where it is already, else in the category named, else in the one that fits."""
        name = paths.slug(topic)
        there, given = self._files.category_of(name), category or (name if name in CATEGORIES else None)
        likely = there or given or self._categories([_TopicStretch(topic, [], list(statements))])[0]
        return self._settled(there, likely, name, topic if any(map(str.isupper, topic)) else titled(topic))

    def _settled(self, there: str | None, likely: str, topic: str, title: str) -> SummaryPlace:
        """The topic's place where it is, or an event at the same time puts it, else in the likeliest category."""
        return SummaryPlace(there or self._files.settled_category(topic, likely), topic, title)

    def of_research(self, statements: Sequence[Statement], fallback: str | None) -> SummaryPlace:
        """The place of what was found about one thing: its topic, else a topic that is there already, or its title."""
        if topic := self._event.topic:
            return self._place_of_topic(topic, statements, fallback)
        title = titles.of_title(self._event.title, [statement.text for statement in statements])
        [vector] = self._embedder.embed([title])
        near = [(place, near) for place, near in self._nearby.near(vector) if place.topic not in CATEGORIES]
        words = set(content_words(title))
        same = (place for place, near in near if near >= SAME or words <= set(content_words(place.title)))
        if place := next(same, None):
            return place
        [likely] = self._categories([_TopicStretch(title, [], list(statements))])
        return self._settled(None, fallback or likely, paths.slug(title), title[:1].upper() + title[1:])

    def _alike(self, stretch: _TopicStretch) -> SummaryPlace | None:
        """The summary that has likes of most of the stretch's statements."""
        standing = [line for line in self._nearby.standing([]) if line.origin not in (*LOGS, *LISTS)]
        if not standing:
            return None
        vectors = self._embedder.embed([line.text for line in standing])
        votes: Counter[SummaryPlace] = Counter()
        for vector in self._embedder.embed([statement.text for statement in stretch.statements]):
            nearest, at = max((cosine(vector, other), at) for at, other in enumerate(vectors))
            if nearest >= ALIKE:
                votes[place_at(standing[at].origin, standing[at].title)] += 1
        place, count = votes.most_common(1)[0] if votes else (None, 0)
        return place if 2 * count > len(stretch.statements) else None


def _is_note_of_change(statement: Statement) -> bool:
    """Whether it is a commit, or stands below `Added` or `Removed` in notes of a release."""
    return wording.is_commit(statement.text) or is_heading_of_change(statement.under)


def _is_of(name: str, title: str) -> bool:
    """Whether the title has the word."""
    return any(nouns.is_form(nouns.stem(name), word) for word in nouns.stems(title))


def _begins(text: Sequence[str], name: Sequence[str]) -> bool:
    return bool(name) and list(text[: len(name)]) == list(name)
