"""Where in the second tier a statement belongs: by its meaning, among its neighbours and in the tenant's files."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import log
from typing import NamedTuple

from knowledge.files import paths
from knowledge.files.categories import CATEGORIES, classifier
from knowledge.files.categories.classifier import Scores
from knowledge.files.editor import Snapshot
from knowledge.files.paths import Scope
from knowledge.files.splitting import chain
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text import hashing
from knowledge.text.keywords import content_words
from knowledge.text.statements.removal import is_heading_of_change
from knowledge.text.strings import capitalised
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.topics import nameable
from knowledge.usecases.record_event.topics.nearby_summaries import LISTS, NearbySummaries
from knowledge.usecases.record_event.topics.stretches import LOGS, Stretches, TopicStretch
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at, titled

ALIKE = 0.52  # the cosine with a statement of a summary from which another one belongs beside it
SAME = 0.5  # the cosine of a title with a topic's line from which both are about one thing
CHANGED = "product"  # of commits
FEWEST = 2  # statements on a new page
LEAST = 0.01  # how likely each category is at least
_STEM = 40  # characters of a name before its hash
FEW_WORDS = 7  # a statement of fewer is read with the one before it: `The first 3,000 arrived.`


class _HousedStatement(NamedTuple):
    """A statement, where its stretch is at home, and how likely it belongs to each category."""

    statement: Statement
    home: SummaryPlace
    likely: Scores


class Places:
    """Finds the places of one event's statements, as the tenant's index and summaries are at the first question."""

    def __init__(self, event: Occurrence, files: Snapshot, nearby: NearbySummaries, embedder: Embedder) -> None:
        self._event, self._files, self._nearby, self._embedder = event, files, nearby, embedder
        self._stretches = Stretches(event, nearby, embedder)
        self._named: dict[str, Scores] = {}

    def places_for(
        self, statements: Sequence[Statement], fallback: str | None, whole: SummaryPlace | None = None
    ) -> list[SummaryPlace]:
        """A place for each statement: all in one where the event's topic is named, else that of its stretch's topic."""
        if topic := self._event.topic:
            return [self._place_of_topic(topic, statements, fallback)] * len(statements)
        stretches = self._stretches.of(statements)
        names = dict.fromkeys(stretch.name for stretch in stretches if stretch.name)
        likely = self._scores([statement.below_heading for statement in statements])
        self._named |= dict(zip(names, classifier.scores([*names], self._embedder), strict=True))
        homes = dict[int, SummaryPlace]()
        for stretch in stretches:
            is_of_whole = whole and (not stretch.name or paths.slug(stretch.name) == whole.topic)
            own = [likely[at] for at in stretch.numbers]
            homes |= dict.fromkeys(stretch.numbers, whole if whole and is_of_whole else self._home_of(stretch, own))
        return [
            place
            for passage in _passages(statements)
            for place in self._together([_HousedStatement(statements[at], homes[at], likely[at]) for at in passage])
        ]

    def _scores(self, texts: Sequence[str]) -> list[Scores]:
        """How likely each belongs where; of whom an assistant works for nobody tells who talks with no assistant."""
        closed = {} if _has_user(self._event) else {Scope.USER.value: 0.0}
        return [{**likely, **closed} for likely in classifier.scores(texts, self._embedder)]

    def _together(self, passage: Sequence[_HousedStatement]) -> list[SummaryPlace]:
        """The places of what is said in one breath: at home, unless a reader would look for all of it elsewhere.

        Who parted its sentences would take their subject from most.
        """
        moving = [one for one in passage if not self._stays(one)]
        if not moving:
            return [one.home for one in passage]
        category = _shared_category(moving)
        beside = (one.home for one in passage if one.home.category == category)
        text = " ".join(one.statement.text for one in moving)
        other = next(beside, None) or self._of_category(category, text)
        return [other if one in moving and one.home.category != category else one.home for one in passage]

    def _stays(self, one: _HousedStatement) -> bool:
        """Whether it is at home for sure: a language model or a person says so, or it is a note of a change."""
        surely = one.statement.category or _is_note_of_change(one.statement) or one.home.category not in CATEGORIES
        is_topic = one.home.topic != one.home.category
        return bool(surely or (is_topic and self._files.is_by_person(one.home.path)))

    def _home_of(self, stretch: TopicStretch, likely: Sequence[Scores]) -> SummaryPlace:
        """Where a stretch goes: to the page of its name, beside its likes, else below the likeliest category."""
        name, given = stretch.name, stretch.category
        if stretch.page:  # whatever its file is called
            return place_at(stretch.page, name)
        page = self._stretches.page_called(name) if name and not given else None
        if page:
            return page
        there = self._files.category_of(paths.slug(name)) if name and not given else None
        alike = None if given or there or stretch.is_headed else self._alike(stretch)
        if alike:
            return alike
        category = given or (
            CHANGED if all(map(_is_note_of_change, stretch.statements)) else self._shared(name, likely)
        )
        if not name or not (there or given or category == CHANGED or self._names_page(stretch, category, likely)):
            return self._of_category(category, stretch.text)
        return self._settled(there, category, paths.slug(name), name if given else capitalised(name))

    def _shared(self, name: str, likely: Sequence[Scores]) -> str:
        """The category in which most of a stretch's statements are likely, and its name."""
        named = self._named.get(name)
        return max(CATEGORIES, key=lambda one: sum(own[one] for own in likely) * (named[one] if named else 1.0))

    def _names_page(self, stretch: TopicStretch, category: str, likely: Sequence[Scores]) -> bool:
        """Whether a reader finds a page of that name in the category, and two statements or more on it."""
        return classifier.fits(self._named[stretch.name], category) and (
            stretch.is_headed or sum(classifier.fits(own, category) for own in likely) >= FEWEST
        )

    def _of_category(self, category: str, text: str) -> SummaryPlace:
        """Where in a category, or the tenant's own, goes what names no page: to one surely near, else its own."""
        [vector] = self._embedder.embed([text])
        near = (place for place, nearness in self._nearby.near(vector) if nearness >= SAME)
        own = (place for place in near if place.category == category or place.category not in CATEGORIES)
        fitting = (place for place in own if place.path not in (*LOGS, *LISTS))
        return next(fitting, SummaryPlace(category, category, titled(category)))

    def _place_of_topic(self, topic: str, statements: Sequence[Statement], category: str | None) -> SummaryPlace:
        """The place of the named topic: on the page that is called so, else where it is already, else in the category
        named, else in the one that fits."""
        name = paths.slug(topic)
        called = (page for page in self._nearby.pages() if paths.slug(page.topic) == name)
        if page := next(called, None):
            return place_at(page.location, page.topic)
        there, given = self._files.category_of(name), category or (name if name in CATEGORIES else None)
        likely = there or given or self._likeliest(topic, statements)
        return self._settled(there, likely, name, _title_of(topic))

    def _likeliest(self, topic: str, statements: Sequence[Statement]) -> str:
        """The category of a topic and all that is said of it."""
        [scored] = self._scores([TopicStretch(topic, [], list(statements)).text])
        return classifier.best(scored)

    def _settled(self, there: str | None, likely: str, topic: str, title: str) -> SummaryPlace:
        """The topic's place where it is, or an event at the same time puts it, else in the likeliest category.

        Where its file is by now that of something else, it gets one that is its own.
        """
        place = SummaryPlace(there or self._files.settled_category(topic, likely), topic, title)
        return replace(place, topic=f"{topic[:_STEM]}-{hashing.short(topic)}") if self._is_renamed(place) else place

    def _is_renamed(self, place: SummaryPlace) -> bool:
        """Whether news had the page called otherwise; what a person calls otherwise is the same, as is a category."""
        content = None if place.topic in CATEGORIES else self._files.text(place.path)
        if content is None or self._files.is_by_person(place.path):
            return False
        return paths.slug(chain.title(place.path, content)) not in (place.topic, paths.slug(place.title))

    def of_research(self, statements: Sequence[Statement], fallback: str | None) -> SummaryPlace:
        """The place of what was found about one thing: its topic, else a topic that is there already, or its title."""
        if topic := self._event.topic:
            return self._place_of_topic(topic, statements, fallback)
        title = nameable.of_title(self._event.title, [one.text for one in statements], self._embedder)
        [vector] = self._embedder.embed([title])
        near = [(place, near) for place, near in self._nearby.near(vector) if place.topic not in CATEGORIES]
        words = set(content_words(title))
        same = (place for place, near in near if near >= SAME or words <= set(content_words(place.title)))
        if place := next(same, None):
            return place
        likely = fallback or self._likeliest(title, statements)
        return self._settled(None, likely, paths.slug(title), capitalised(title))

    def _alike(self, stretch: TopicStretch) -> SummaryPlace | None:
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


def _has_user(event: Occurrence) -> bool:
    """Whether somebody may be in it for whom an assistant works: in no report, and in no talk of people alone."""
    names = turns.speakers(event) if event.kind == "conversation" else {""}
    return not names or bool(event.assistants) or any(map(wording.is_role, names))


def _title_of(topic: str) -> str:
    """As the caller writes it, without what names nothing (`../../tools`); a category has its own name."""
    parts = [part for part in re.split(r"(?<=[/\\])", topic) if re.search(r"\w", part)]
    name = "".join(parts).strip(" /\\") or topic
    return titled(name) if name in CATEGORIES else name


def _passages(statements: Sequence[Statement]) -> list[list[int]]:
    """The numbers of what is said in one breath: a paragraph or turn, with what says a few words behind it."""
    passages = list[list[int]]()
    for at, statement in enumerate(statements):
        before = statements[at - 1] if at else None
        same = before and (before.passage, before.item) == (statement.passage, statement.item)
        goes_on = same or len(statement.text.split()) < FEW_WORDS
        if before and before.under == statement.under and goes_on:
            passages[-1].append(at)
        else:
            passages.append([at])
    return passages


def _shared_category(passage: Sequence[_HousedStatement]) -> str:
    """The category in which all of it is likeliest; at home it may be `FITS` times less likely."""
    at_home = log(1 / classifier.FITS)
    return max(
        CATEGORIES,
        key=lambda category: sum(
            log(max(one.likely[category], LEAST)) + at_home * (one.home.category == category) for one in passage
        ),
    )


def _is_note_of_change(statement: Statement) -> bool:
    """Whether it is a commit, or stands below `Added` or `Removed` in notes of a release."""
    return wording.is_commit(statement.text) or is_heading_of_change(statement.under)
