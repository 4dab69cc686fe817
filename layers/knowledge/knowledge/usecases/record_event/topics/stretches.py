"""The stretches of an event that are about one topic each: what is said of it, and how it is called."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.files import paths
from knowledge.files.categories import CATEGORIES
from knowledge.ports.embedder import Embedder
from knowledge.text.strings import with_spelled_signs
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import nouns, titles, wording
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.topics import candidates, headings, nameable
from knowledge.usecases.record_event.topics.nearby_summaries import LISTS, MAX_SAID, NearbySummaries
from knowledge.usecases.record_event.topics.selection import topics
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at

TELLING = 7  # words of a statement that says by itself what it is about
LOGS = frozenset({paths.summary("product", "implementation-plan")})  # which hold a line of each change


@dataclass(frozen=True)
class TopicStretch:
    """Statements that go to one place, with their numbers; the `name` of their topic is "" where they have none."""

    name: str
    numbers: list[int]
    statements: list[Statement]

    @property
    def category(self) -> str | None:
        """The category that a statement of it was put into."""
        return next((statement.category for statement in self.statements if statement.category), None)

    @property
    def page(self) -> str:
        """The page on which a statement of it was put."""
        return next((statement.page for statement in self.statements if statement.page), "")

    @property
    def is_headed(self) -> bool:
        """Whether it is called as a heading above it; a word by which one comes to a subject in a talk is none."""
        above = [one.under for one in self.statements if one.item or " " in self.name]
        headings = map(str.casefold, map(titles.without_number, above))
        return bool(self.name) and self.name.casefold() in headings

    @property
    def text(self) -> str:
        """What is said of its topic, below its name."""
        statements = " ".join(statement.text for statement in self.statements)
        return (f"{self.name}: {statements}" if self.name else statements)[:MAX_SAID]


class Stretches:
    """Parts an event's statements by topic, as the tenant's index is at the first question."""

    def __init__(self, event: Occurrence, nearby: NearbySummaries, embedder: Embedder) -> None:
        self._event, self._nearby, self._embedder = event, nearby, embedder

    def of(self, statements: Sequence[Statement]) -> list[TopicStretch]:
        """The statements by their topic; those that name none stay apart, save what goes on about the one before."""
        named = zip(statements, self._pages_named(statements), self._names(statements), strict=True)
        names = [statement.topic or wording.scope(statement.text) or page or name for statement, page, name in named]
        first = 0
        groups: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for at, name in enumerate(names):
            goes_on = at and not name and not names[at - 1] and self._goes_on(statements[at - 1], statements[at])
            first = first if goes_on else at
            groups[name, 0 if name else first].append(at)
        return [TopicStretch(name, own, [statements[at] for at in own]) for (name, _), own in groups.items()]

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
        begun = [title for title in self.pages if _begins(own, nouns.stems(nouns.trimmed(title)))]
        return max(begun, key=len, default="")

    @cached_property
    def pages(self) -> dict[str, SummaryPlace]:
        """The pages near the event that are about one thing, by their names; neither logs nor those of a category."""
        near = [place for place, _ in self._nearby.near() if place.topic not in CATEGORIES]
        return {place.title: place for place in reversed(near) if place.path not in (*LOGS, *LISTS)}

    def page_called(self, name: str) -> SummaryPlace | None:
        """The page of that name, or of one that is it in another number or behind an article: `Prices`, `Price`."""
        own = _words_of(name)
        places = (place_at(topic.location, topic.topic) for topic in self._nearby.pages())
        pages = [place for place in places if place.topic not in CATEGORIES and place.path not in LOGS]
        alike = (place for place in pages if own and _words_of(place.title) == own)
        return self.pages.get(name) or next(alike, None)

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
        subject = nameable.of_title(self._event.title, [one.text for one in statements], self._embedder)
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
        return headings.of_parts(below, self._event.title, self.pages, self._embedder, of_one=of_one)


def _is_of(name: str, title: str) -> bool:
    """Whether the title has the word."""
    return any(nouns.is_form(nouns.stem(name), word) for word in nouns.stems(title))


def _begins(text: Sequence[str], name: Sequence[str]) -> bool:
    return bool(name) and list(text[: len(name)]) == list(name)


def _words_of(name: str) -> list[str]:
    """The words of a name in any number, without its article."""
    return nouns.stems(nouns.trimmed(with_spelled_signs(name)))
