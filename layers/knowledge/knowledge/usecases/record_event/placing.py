"""Where in the second tier a statement belongs: by its meaning, among its neighbours and in the tenant's files."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.files import paths, topic_index
from knowledge.files.categories import classifier
from knowledge.files.categories.classifier import Scores
from knowledge.files.categories.examples import CATEGORIES
from knowledge.files.editor import Snapshot
from knowledge.files.paths import Tier
from knowledge.files.standing import Standing, read_standing
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.keywords import content_words
from knowledge.text.strings import one_line
from knowledge.usecases.record_event.models import Occurrence, Statement

MAX_SAID = 500  # characters by which a text is classified
# The cosine from which a text belongs to a topic that is there. On MiniLM, in a sample of 25 pairs, related ones had
# 0.36 to 0.50, others 0.32 at most.
NEAR = 0.4
ABBREVIATED = ("ai", "gtm")  # categories
ALIKE = 0.52  # the cosine with a statement of a summary from which another one belongs beside it
READ = 8  # summaries near the event that are read, for what they say of the same
NEIGHBOUR, CONTEXT = 0.3, 1.0  # what a statement's neighbours and what all is about weigh, beside its own words
SAME = 0.5  # the cosine of a title with a topic's line from which both are about one thing
TELLING = 7  # words of a statement that says by itself what it is about
AHEAD = 0.08  # how far a narrow category is ahead of the others where it is not in doubt
SURE = 0.1  # how far a category is ahead of all others where a statement's own words are enough


@dataclass(frozen=True)
class SummaryPlace:
    """A summary, by its folder and its name; `title` is how people write it."""

    category: str
    topic: str
    title: str

    @property
    def path(self) -> str:
        """Its file."""
        return paths.summary(self.category, self.topic)


class Places:
    """Finds the places of one event's statements, as the tenant's index and summaries are at the first question."""

    def __init__(self, event: Occurrence, topic: str | None, files: Snapshot, embedder: Embedder) -> None:
        self._event, self._topic, self._files, self._embedder = event, topic, files, embedder
        self._listed: list[tuple[SummaryPlace, float]] | None = None

    def each(self, statements: Sequence[Statement], fallback: str | None = None) -> list[SummaryPlace]:
        """A place for each statement: all in one where the event's topic is named."""
        if self._topic:
            return [self.named(statements, fallback)] * len(statements)
        own = [self._scores(each.text) for each in statements]
        context = classifier.together([(1.0, self._context()), *((1 / len(own), each) for each in own)])
        smoothed = [self._smoothed(at, statements, own, context) for at in range(len(statements))]
        places = [self._of(each, scored) for each, scored in zip(statements, smoothed, strict=True)]
        return self._with_topics(statements, places, smoothed)

    def named(self, statements: Sequence[Statement], category: str | None = None) -> SummaryPlace:
        """The place of the named topic: where it is already, else in the category named, else in the one that fits."""
        topic = self._topic or self._event.title
        name = paths.slug(topic)
        there = self._files.category_of(name) or category or (name if name in CATEGORIES else None)
        if not there:
            scored = [(1.0, classifier.scores(each.text[:MAX_SAID], self._embedder)) for each in statements]
            said = f"{topic}: {self._event.text}"[:MAX_SAID]
            there = classifier.best(
                classifier.together([*scored, (max(1.0, len(scored)), classifier.scores(said, self._embedder))])
            )
        return SummaryPlace(there, name, topic if any(map(str.isupper, topic)) else titled(topic))

    def of_research(self, statements: Sequence[Statement], fallback: str | None = None) -> SummaryPlace:
        """The place of what was found about one thing: its topic, else a topic that is there already, or its title."""
        if self._topic:
            return self.named(statements, fallback)
        title = short_title(self._event.title)
        [vector] = self._embedder.embed([title])
        near = [(place, near) for place, near in self._near(vector) if place.topic not in CATEGORIES]
        words = set(content_words(title))
        same = (place for place, near in near if near >= SAME or words <= set(content_words(place.title)))
        if place := next(same, None):
            return place
        said = [self._scores(each.text) for each in statements]
        whole = [(1.0, self._context()), *((2 / len(said), each) for each in said)]
        category = fallback or _home(classifier.together(whole))
        return SummaryPlace(category, paths.slug(title), title)

    def standing(self, places: Sequence[SummaryPlace]) -> list[Standing]:
        """What the summaries of these places and those near the event say now."""
        near = [place.path for place, _ in self._near()[:READ]]
        asked = dict.fromkeys([*(place.path for place in places), *near])
        read = ((each.path, each) for path in asked for each in self._read(path))
        return list({(path, each.line): each for path, each in read}.values())

    def related(self) -> list[str]:
        """The paths of summaries near the event, nearest first."""
        return [place.path for place, nearness in self._near() if nearness >= NEAR]

    def _of(self, statement: Statement, scored: Scores) -> SummaryPlace:
        """Beside the tenant's own statement that is alike; else by meaning, in a near topic of the index."""
        [vector] = self._embedder.embed([statement.text])
        if not statement.category:
            alike = self._alike(vector)
            if alike:
                return alike
        known = [place.category for place, _ in self._near()]
        words = set(content_words(statement.text))
        own = (name for name in known if name not in CATEGORIES and set(name.split("-")) <= words)
        category = statement.category or next(own, _home(scored))
        near = (place for place, nearness in self._near(vector) if place.category == category and nearness >= NEAR)
        return next(near, SummaryPlace(category, category, titled(category)))

    def _alike(self, vector: Vector) -> SummaryPlace | None:
        standing = self.standing([])
        if not standing:
            return None
        vectors = self._embedder.embed([each.text for each in standing])
        nearest, at = max((cosine(vector, each), at) for at, each in enumerate(vectors))
        if nearest < ALIKE:
            return None
        return _place(standing[at].origin, standing[at].title)

    def _smoothed(self, at: int, statements: Sequence[Statement], own: Sequence[Scores], context: Scores) -> Scores:
        unsure = 1 - min(0.8, _lead(own[at]) / SURE)
        tells = min(1.0, len(statements[at].text.split()) / TELLING)
        weighed = [(tells, own[at]), (CONTEXT * unsure, context)]
        for other in range(max(0, at - 2), min(len(own), at + 3)):
            if other != at and abs(statements[other].passage - statements[at].passage) <= 1:
                weighed.append((NEIGHBOUR * unsure, own[other]))  # noqa: PERF401 - it has a condition
        if statements[at].under:
            weighed.append((CONTEXT, classifier.scores(statements[at].under, self._embedder)))
        return classifier.together(weighed)

    def _scores(self, text: str) -> Scores:
        return classifier.scores(text[:MAX_SAID], self._embedder)

    def _context(self) -> Scores:
        return classifier.scores(about(self._event, self._topic), self._embedder)

    def _with_topics(
        self, statements: Sequence[Statement], places: Sequence[SummaryPlace], smoothed: Sequence[Scores]
    ) -> list[SummaryPlace]:
        """Where no category is near enough, a topic of its own below the nearest one, called by its noun phrase."""
        strange: defaultdict[str, list[int]] = defaultdict(list)
        for at, (place, scored) in enumerate(zip(places, smoothed, strict=True)):
            if place.topic == place.category in CATEGORIES and not classifier.fits(scored):
                strange[place.category].append(at)
        placed = list(places)
        for category, group in strange.items():
            if len(group) == 1 < len(statements):  # one aside is no topic
                continue
            phrase = noun_phrase([statements[at].text for at in group], self._embedder)
            for at in group if phrase else []:
                placed[at] = SummaryPlace(category, paths.slug(phrase), phrase)
        return placed

    def _near(self, vector: Vector | None = None) -> list[tuple[SummaryPlace, float]]:
        """The summaries that the index has near the event, or the vector, and their cosines, nearest first."""
        if vector is None:
            if self._listed is None:
                [whole] = self._embedder.embed([about(self._event, self._topic)])
                self._listed = list(self._ranked(whole))
            return self._listed
        return list(self._ranked(vector))

    def _ranked(self, vector: Vector) -> Iterator[tuple[SummaryPlace, float]]:
        for topic in topic_index.nearest(vector, self._files.text, self._embedder):
            if topic.location.startswith(f"{Tier.SUMMARY}/") and topic.location.count("/") == 2:
                yield _place(topic.location, topic.topic), topic.similarity

    def _read(self, path: str) -> list[Standing]:
        return read_standing(path, self._files.text, self._files.persons_lines)


def about(event: Occurrence, topic: str | None) -> str:
    """What an event is about, as far as it is embedded."""
    return f"{topic or ''} {event.title}. {event.text}".strip()[:MAX_SAID]


def _home(scored: Scores) -> str:
    """The nearest category; one of the narrow ones only where the text is clearly about it."""
    best = classifier.best(scored)
    broad = max((name for name in CATEGORIES if not CATEGORIES[name].narrow), key=lambda name: scored[name])
    return best if scored[best] - scored[broad] >= AHEAD else broad


def _lead(scored: Scores) -> float:
    """How far the nearest category is ahead: in some languages a text is near to all of them."""
    first, second, *_ = sorted(scored.values(), reverse=True)
    return first - second


def short_title(title: str) -> str:
    """What a title is about, in the words before its first colon or dash."""
    return one_line(re.split(r"[:–—|]\s|\s-\s", title, maxsplit=1)[0])[:60].strip() or title[:60]


def titled(topic: str) -> str:
    """A topic's name as a title."""
    if topic in ABBREVIATED:
        return topic.upper()
    return topic.replace("-", " ").strip()[:1].upper() + topic.replace("-", " ").strip()[1:]


def noun_phrase(texts: Sequence[str], embedder: Embedder) -> str:
    """The words that the texts are about, as they write them: of the runs of words that tell, the nearest to all."""
    runs = [run for text in texts for run in _runs(text)]
    if not runs:
        return ""
    counts = Counter(runs)
    whole, *vectors = embedder.embed([" ".join(texts)[:MAX_SAID], *counts])
    weights = {run: cosine(whole, vector) * counts[run] ** 0.5 for run, vector in zip(counts, vectors, strict=True)}
    return titled(max(weights, key=lambda run: weights[run]))


def _runs(text: str) -> Iterator[str]:
    """One to three words next to one another that each say something."""
    telling = set(content_words(text))
    for part in re.split(r"[^\w\s-]", text):
        words = [word if word.casefold() in telling else "" for word in part.split()]
        for length in (1, 2, 3):
            runs = (words[at : at + length] for at in range(len(words) - length + 1))
            yield from (" ".join(run) for run in runs if all(run))


def _place(location: str, title: str) -> SummaryPlace:
    _, category, name = location.split("/", 2)
    return SummaryPlace(category, name.removesuffix(".md"), title)
