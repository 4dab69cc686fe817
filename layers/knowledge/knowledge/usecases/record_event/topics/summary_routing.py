"""Where in the second tier a statement belongs: by its meaning, among its neighbours and in the tenant's files."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from knowledge.files import paths, topic_index
from knowledge.files.categories import classifier
from knowledge.files.categories.classifier import Scores
from knowledge.files.categories.examples import CATEGORIES
from knowledge.files.current_statements import CurrentStatement, read_standing
from knowledge.files.editor import Snapshot
from knowledge.files.paths import Tier
from knowledge.files.topic_index import Topic
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.keywords import content_words
from knowledge.usecases.record_event.language import nouns, titles, wording
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.topics import candidates
from knowledge.usecases.record_event.topics.selection import topics
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at, titled

MAX_SAID = 500  # characters by which a text is classified
NEAR = 0.4  # the cosine from which a text belongs to a topic: of 25 pairs related ones had 0.36 to 0.5, others 0.32
ALIKE = 0.52  # the cosine with a statement of a summary from which another one belongs beside it
READ = 8  # summaries near the event that are read, for what they say of the same
OWN, MOST = 3, 24  # the same near one of its statements, and of all
INDEXES = 16  # files of the index in which these are looked for
USUAL, MANY = 0.5, 6  # of what all of so many statements are near to is taken from what each stretch is
CALLED = 1.0  # what the name of a topic weighs for each of its statements
CONTEXT = 0.7  # what all of the event is about weighs beside a statement of a stretch
SAME = 0.5  # the cosine of a title with a topic's line from which both are about one thing
CONTEXTS = {"code_change": 2.0}  # of a change of code, which is of one kind throughout
CHANGED = "product"  # of commits
TELLING = 7  # words of a statement that says by itself what it is about
LISTS = tuple(paths.summary("documentation", name) for name in ("reports", "research", "changelog"))
LOGS = frozenset({paths.summary("product", "implementation-plan")})  # which hold a line of each change
USUALLY, SURE = "operations", 0.02  # the drawer of a trade's own, and how far another one is ahead of it
AHEAD = 0.08  # how far a narrow category is ahead of the others where it is not in doubt


class Places:
    """Finds the places of one event's statements, as the tenant's index and summaries are at the first question."""

    def __init__(self, event: Occurrence, topic: str | None, files: Snapshot, embedder: Embedder) -> None:
        self._event, self._topic, self._files, self._embedder = event, topic, files, embedder
        self._listed: dict[tuple[float, ...], list[Topic]] = {}

    def places_for(
        self, statements: Sequence[Statement], fallback: str | None = None, whole: SummaryPlace | None = None
    ) -> list[SummaryPlace]:
        """A place for each statement: all in one where the event's topic is named, else that of its stretch's topic."""
        if self._topic:
            return [self.place_of_topic(statements, fallback)] * len(statements)
        self._usual = self._usually(statements)
        unnamed = ""
        named = zip(statements, self._names(statements), strict=True)
        names = [statement.topic or wording.scope(statement.text) or name for statement, name in named]
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for at, name in enumerate(names):
            goes_on = at and not name and not names[at - 1] and self._goes_on(statements[at - 1], statements[at])
            unnamed = unnamed if goes_on else f"\0{at}"
            groups[name or unnamed].append(at)
        placed = dict[int, SummaryPlace]()
        for name, group in groups.items():
            of_whole = whole and (name.startswith("\0") or paths.slug(name) == whole.topic)
            own = whole if whole and of_whole else self._home_of(name, [statements[at] for at in group])
            placed |= dict.fromkeys(group, own)
        return [placed[at] for at in range(len(statements))]

    def _goes_on(self, before: Statement, after: Statement) -> bool:
        """Whether what names no topic is about what the one before it is: in a chat, where it says little itself."""
        apart = self._event.is_talk and len(after.text.split()) >= TELLING
        return before.under == after.under and not apart and not wording.is_commit(after.text)

    def _names(self, statements: Sequence[Statement]) -> list[str]:
        """The topics of the statements, as their stretches name them."""
        names = candidates.of_event(self._event, statements, [place.title for place, _ in self._near()])
        return topics(statements, names, self._embedder)

    def _home_of(self, name: str, stretch: Sequence[Statement]) -> SummaryPlace:
        """Where a stretch goes: beside its likes, to the topic of its name, else below the nearest category."""
        given = next((statement.category for statement in stretch if statement.category), None)
        nameless = name.startswith("\0")
        there = None if given or nameless else self._files.category_of(paths.slug(name))
        headed = any(titles.without_number(statement.under).casefold() == name.casefold() for statement in stretch)
        alike = None if given or there or (headed and not nameless) else self._alike(stretch)
        if alike:
            return alike
        if nameless:
            return self._of_nameless(stretch, given)
        category = there or given or _drawer(name) or self._category(name, stretch)
        return SummaryPlace(category, paths.slug(name), name[:1].upper() + name[1:])

    def _of_nameless(self, stretch: Sequence[Statement], given: str | None) -> SummaryPlace:
        """Where a stretch goes that names no topic: to one by its line of the index, if surely, else its category."""
        [vector] = self._embedder.embed([" ".join(statement.text for statement in stretch)[:MAX_SAID]])
        near = (place for place, nearness in self._near(vector) if nearness >= SAME and given in (None, place.category))
        category = given or self._category("", stretch)
        return next(near, SummaryPlace(category, category, titled(category)))

    def _category(self, name: str, stretch: Sequence[Statement]) -> str:
        """The category of a stretch; of commits, whose few words are near to anything, always the same."""
        commits = all(wording.is_commit(statement.text) for statement in stretch)
        return CHANGED if commits else _home(self._scored(name, stretch))

    def _scored(self, name: str, stretch: Sequence[Statement]) -> Scores:
        """The stretch's statements, each by its length, its name, what they stand under and what all is about.

        What a whole event is near to, since it is in some language or of some kind, tells its stretches not apart.
        """
        own = [(min(1.0, len(statement.text.split()) / TELLING), self._scores(statement.text)) for statement in stretch]
        heading = [(1.0, self._scores(heading)) for heading in {statement.under for statement in stretch} - {""}]
        called = [(CALLED * len(stretch), self._scores(name))] if name else []
        scored = classifier.together(
            [*own, *called, *heading, (CONTEXTS.get(self._event.kind, CONTEXT), self._context())]
        )
        return {name: score - USUAL * self._usual[name] for name, score in scored.items()}

    def _usually(self, statements: Sequence[Statement]) -> Scores:
        """How near the statements are to each category, beyond what they are to all."""
        if len(statements) < MANY:
            return dict.fromkeys(CATEGORIES, 0.0)
        mean = classifier.together([(1.0, self._scores(statement.text)) for statement in statements])
        least = sum(mean.values()) / len(mean)
        return {name: score - least for name, score in mean.items()}

    def place_of_topic(self, statements: Sequence[Statement], category: str | None = None) -> SummaryPlace:
        """The place of the named topic: where it is already, else in the category named, else in the one that fits."""
        topic = self._topic or self._event.title
        name = paths.slug(topic)
        there = self._files.category_of(name) or category or (name if name in CATEGORIES else None)
        if not there:
            scored = [(1.0, classifier.scores(statement.text[:MAX_SAID], self._embedder)) for statement in statements]
            text = f"{topic}: {self._event.text}"[:MAX_SAID]
            there = classifier.best(
                classifier.together([*scored, (max(1.0, len(scored)), classifier.scores(text, self._embedder))])
            )
        return SummaryPlace(there, name, topic if any(map(str.isupper, topic)) else titled(topic))

    def of_research(self, statements: Sequence[Statement], fallback: str | None = None) -> SummaryPlace:
        """The place of what was found about one thing: its topic, else a topic that is there already, or its title."""
        if self._topic:
            return self.place_of_topic(statements, fallback)
        title = titles.of_title(self._event.title, [statement.text for statement in statements])
        [vector] = self._embedder.embed([title])
        near = [(place, near) for place, near in self._near(vector) if place.topic not in CATEGORIES]
        words = set(content_words(title))
        same = (place for place, near in near if near >= SAME or words <= set(content_words(place.title)))
        if place := next(same, None):
            return place
        scored = [self._scores(statement.text) for statement in statements]
        whole = [(1.0, self._context()), *((2 / len(scored), scores) for scores in scored)]
        category = fallback or _home(classifier.together(whole))
        return SummaryPlace(category, paths.slug(title), title[:1].upper() + title[1:])

    def standing(self, places: Sequence[SummaryPlace], statements: Sequence[Statement] = ()) -> list[CurrentStatement]:
        """What the summaries of these places, those near the event and those near a statement say now.

        What is told of one thing stands on many pages: where it was filed depends on what was told beside it.
        """
        near = [place.path for place, _ in self._near()[:READ]]
        near += [path for path in self._near_statements(statements) if path not in near][: MOST - len(near)]
        asked = dict.fromkeys([*(place.path for place in places), *near])
        read = ((line.path, line) for path in asked for line in self._read(path))
        return list({(path, line.line): line for path, line in read}.values())

    def _near_statements(self, statements: Sequence[Statement]) -> list[str]:
        """The summaries whose lines of the index are among the nearest to a statement, nearest first."""
        listed = self._listed_near(self._whole(), INDEXES)
        lines = self._embedder.embed([topic.line for topic in listed])
        nearness: dict[str, float] = {}
        for vector in self._embedder.embed([statement.text for statement in statements]):
            ranked = sorted(((cosine(vector, line), at) for at, line in enumerate(lines)), reverse=True)
            for near, at in ranked[:OWN]:
                nearness[listed[at].location] = max(near, nearness.get(listed[at].location, near))
        return sorted(nearness, key=nearness.__getitem__, reverse=True)

    def pages(self) -> list[Topic]:
        """The summaries that the index lists, nearest to the event first; not those that list others."""
        listed = self._listed_near(self._whole(), INDEXES)
        return [topic for topic in listed if not topic.location.startswith(LISTS)]

    def related(self) -> list[str]:
        """The paths of summaries near the event, nearest first."""
        return [place.path for place, nearness in self._near() if nearness >= NEAR]

    def _alike(self, stretch: Sequence[Statement]) -> SummaryPlace | None:
        """The summary that has likes of most of the stretch's statements."""
        standing = [line for line in self.standing([]) if line.origin not in LOGS]
        if not standing:
            return None
        known = self._embedder.embed([line.text for line in standing])
        votes: Counter[SummaryPlace] = Counter()
        for vector in self._embedder.embed([statement.text for statement in stretch]):
            nearest, at = max((cosine(vector, other), at) for at, other in enumerate(known))
            if nearest >= ALIKE:
                votes[place_at(standing[at].origin, standing[at].title)] += 1
        place, count = votes.most_common(1)[0] if votes else (None, 0)
        return place if 2 * count > len(stretch) else None

    def _scores(self, text: str) -> Scores:
        return classifier.scores(text[:MAX_SAID], self._embedder)

    def _context(self) -> Scores:
        return classifier.scores(about(self._event, self._topic), self._embedder)

    def _near(self, vector: Vector | None = None) -> list[tuple[SummaryPlace, float]]:
        """The summaries that the index has near the event, or the vector, and their cosines, nearest first."""
        listed = self._listed_near(self._whole() if vector is None else vector, topic_index.MAX_INDEXES)
        return [(place_at(topic.location, topic.topic), topic.similarity) for topic in listed]

    def _whole(self) -> Vector:
        return self._embedder.embed([about(self._event, self._topic)])[0]

    def _listed_near(self, vector: Vector, most: int) -> list[Topic]:
        """The same as so many files of the index list them."""
        key = (most, *vector)
        if key not in self._listed:
            topics = topic_index.nearest(vector, self._files.text, self._embedder, most)
            self._listed[key] = [topic for topic in topics if _is_summary(topic.location)]
        return self._listed[key]

    def _read(self, path: str) -> list[CurrentStatement]:
        return read_standing(path, self._files.text, self._files.persons_lines)


def about(event: Occurrence, topic: str | None) -> str:
    """What an event is about, as far as it is embedded."""
    return f"{topic or ''} {event.title}. {event.text}".strip()[:MAX_SAID]


def _is_summary(location: str) -> bool:
    is_summary = location.startswith(f"{Tier.SUMMARY}/") and location.count("/") == 2
    return is_summary and not paths.is_from_rows(location)


def _drawer(name: str) -> str | None:
    """The category that a topic is called like: decisions and policy changes need no second look."""
    stems = nouns.stems(name)
    broad = (category for category in CATEGORIES if not CATEGORIES[category].narrow)
    return next((category for category in broad if nouns.stem(category) in stems), None)


def _home(scored: Scores) -> str:
    """The nearest category; a narrow one, or one of a form, where it is clearly ahead; in doubt the trade's own."""
    best = classifier.best(scored)
    broad = max((name for name, one in CATEGORIES.items() if not one.narrow and not one.form), key=scored.__getitem__)
    if scored[best] - scored[broad] >= AHEAD:
        return best
    return broad if scored[broad] - scored[USUALLY] >= SURE else USUALLY
