"""What was said later of the matter of an older line: the line points there, and nothing is said to have ended.

Words do not tell that one sentence ends another: people say a change in other words, without what was before, on
another page. That two are of one matter they tell more often: by their vectors, the rare words of both and the kinds of
their values, less what each has in common with others anyway; and by the events in which they were said.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse, takewhile
from math import sqrt

from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.files.current_statements.striking import SupersededStatement
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements import marks
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import ended_names
from knowledge.text.statements.numbered_rows import are_of_two_rows
from knowledge.text.statements.subjects import Subjects, are_told_alike, stem
from knowledge.text.statements.template_words import are_of_one_subject
from knowledge.text.statements.values import is_unit, values

LEAST = 1.15  # the nearness from which a line points to a statement; chosen by looking at four houses (docs/files.md)
ALIKE, OF_ONE = 0.4, 0.6  # their cosine, and that with the share of their words, below which two are of two matters
KIND = 0.2  # what a value of the same kind counts: another amount of money, another day
NAMED = 0.8  # what counts that the statement tells a name of the line as past: `We move from iManage to NetDocuments.`
ABOUT = 120  # characters of what was said that tell enough
USUAL = 5  # the nearest of which the mean is what a text has in common with others anyway


@dataclass(frozen=True)
class PlacedStatement:
    """A statement of an event, the page where it stands, and what its text is about, where that is one thing."""

    text: str
    path: str
    about: str = ""

    @property
    def whole(self) -> str:
        """The statement with its subject: `Deck ovens: The price is 31,000 EUR.`"""
        subject, own = (set(map(stem, content_words(text))) for text in (self.about, self.text))
        return f"{self.about}: {self.text}" if subject and not subject & own else self.text


@dataclass(frozen=True)
class Pointer:
    """A line, what was said later of the same, and where."""

    line: CurrentStatement
    later: PlacedStatement

    def left(self, day: str) -> str:
        """The line, leading to what was said on that day."""
        return marks.pointed(self.line.line, day, self.later.text, self.later.path)


def pointers(
    statements: Sequence[PlacedStatement],
    standing: Sequence[CurrentStatement],
    day: str,
    embedder: Embedder,
    superseded: Sequence[SupersededStatement] = (),
) -> list[Pointer]:
    """Each line to which one of an event's statements is nearest, where the line is nearest to that statement, too.

    What stood before is older, of the event's own day, too: events are told one after the other.
    What pointed to such a line, what such a line pointed to, and what pointed to what is `superseded` points there,
    too. A line that a person wrote has no pointer, nor has one with a mark, which tells what is so now, one that ends,
    or one of a log.
    """
    gone = {(ended.path, ended.line) for ended in superseded}
    lines = [line for line in standing if (line.path, line.line) not in gone and _may_point(line, day)]
    if not lines or not statements:
        return []
    nearest = _Pairing([statement.whole for statement in statements], lines, embedder).pairs()
    made = {at: _stretch(statements, by, lines[at].text, embedder) for at, by in nearest}
    others = (line for at, line in enumerate(lines) if at not in made)
    near = [Pointer(lines[at], later) for at, later in made.items()]
    followed = ((line, _followed(line, near, statements, superseded)) for line in others)
    return [*near, *(Pointer(line, later) for line, later in followed if later)]


def late_pointers(
    added: Sequence[CurrentStatement], standing: Sequence[CurrentStatement], embedder: Embedder
) -> list[tuple[str, Pointer]]:
    """Of an event that is told after later ones: to what was said since its lines lead, the earliest day first.

    They point as if the events had been told in their order.
    """
    day = max((line.day for line in added), default="")
    since = [line for line in standing if line.day > day and not (line.is_mark or _is_logged(line))]
    late = []
    for later in _days_near(added, since, embedder):
        statements = [PlacedStatement(line.text, line.path) for line in since if line.day == later]
        before = [line for line in standing if line.day < later]
        made = pointers(statements, [*before, *added], later, embedder)
        late += [(later, pointer) for pointer in made if pointer.line in added]
    return late


def _days_near(added: Sequence[CurrentStatement], since: Sequence[CurrentStatement], embedder: Embedder) -> list[str]:
    """The days of what is nearest to each line that is added: all of a long past with all would take too long."""
    if not (added and since):
        return []
    vectors = embedder.embed([line.text for line in (*added, *since)])
    own, dated = vectors[: len(added)], vectors[len(added) :]
    return sorted({since[max(range(len(since)), key=lambda at: cosine(one, dated[at]))].day for one in own})


def _is_logged(line: CurrentStatement) -> bool:
    return line.line.startswith(f"- {line.day}: ")


def _may_point(line: CurrentStatement, day: str) -> bool:
    is_marked = line.is_mark or marks.unmarked(line.line) != marks.unpointed(line.line)
    is_told = is_marked or marks.points_past(line.line, day)
    return not (line.is_persons or _is_logged(line) or is_told) and "" < line.day <= day


def _stretch(statements: Sequence[PlacedStatement], by: int, line: str, embedder: Embedder) -> PlacedStatement:
    """The statement, a long one from what is nearest to the line on, a short one with what follows on its page."""
    later, texts = statements[by], sentences(statements[by].text)
    if len(later.text) > ABOUT and len(texts) > 1:
        whole, *own = embedder.embed([line, *texts])
        texts = texts[max(range(len(texts)), key=lambda at: cosine(whole, own[at])) :]
    text = " ".join(texts)
    for other in takewhile(lambda other: other.path == later.path, statements[by + 1 :]):
        text = text if len(text) > ABOUT else f"{text} {other.text}"
    return PlacedStatement(text, later.path)


def _followed(
    line: CurrentStatement,
    near: Sequence[Pointer],
    statements: Sequence[PlacedStatement],
    superseded: Sequence[SupersededStatement],
) -> PlacedStatement | None:
    """What is said now of that to which the line points, or of what points to the line; None where that is nothing."""
    for pointer in near:
        other = pointer.line
        if marks.leads_to(line.line, other.text) or marks.leads_to(other.line, line.text):
            return pointer.later
    ended = (gone for gone in superseded if gone.statement and marks.leads_to(line.line, gone.statement))
    return next((later for gone in ended for later in statements if later.text in gone.now), None)


class _Pairing:
    """How near each line is to each of an event's statements."""

    def __init__(self, statements: Sequence[str], lines: Sequence[CurrentStatement], embedder: Embedder) -> None:
        texts = [*(line.text for line in lines), *statements]
        vectors, self._subjects = embedder.embed(texts), Subjects(texts)
        stems, kinds = (
            [set(filterfalse(is_unit, self._subjects.stems(text))) for text in texts],
            [_kinds(text) for text in texts],
        )
        self._texts, self._lines, count = texts, lines, len(lines)
        self._known, self._own = vectors[:count], vectors[count:]
        self._known_stems, self._own_stems = stems[:count], stems[count:]
        self._known_kinds, self._own_kinds = kinds[:count], kinds[count:]
        self._words, self._ended = [set(WORD.findall(line.text)) for line in lines], list(map(ended_names, statements))

    def pairs(self) -> list[tuple[int, int]]:
        """The lines and statements of which each is the other's nearest, and near enough."""
        table = self._table()
        first = [max(range(len(table)), key=lambda at: table[at][by]) for by in range(len(self._own))]
        best = [max(range(len(row)), key=row.__getitem__) for row in table]
        mutual = [(at, by) for at, by in enumerate(best) if first[by] == at and table[at][by] >= LEAST]
        return [pair for pair in mutual if self._is_named(*pair) or self._are_of_one(*pair)]

    def _table(self) -> list[list[float]]:
        """Beyond what each has in common with others, and with how near their events are: a row for each line."""
        rows = [[self._pair(at, by) for by in range(len(self._own))] for at in range(len(self._known))]
        usual, days = [_usual(row) for row in rows], self._of_days
        own_usual = [_usual(column) for column in zip(*rows, strict=True)]
        return [
            [near - (usual[at] + own_usual[by]) / 2 + days[self._lines[at].day] for by, near in enumerate(row)]
            for at, row in enumerate(rows)
        ]

    def _pair(self, at: int, by: int) -> float:
        kind = KIND * bool(self._known_kinds[at] & self._own_kinds[by])
        return self._nearness(at, by) + kind + NAMED * self._is_named(at, by)

    def _nearness(self, at: int, by: int) -> float:
        return cosine(self._known[at], self._own[by]) + self._shared(self._known_stems[at], self._own_stems[by])

    def _is_named(self, at: int, by: int) -> bool:
        """Whether the statement tells a name of the line as past."""
        return bool(self._words[at] & self._ended[by])

    def _are_of_one(self, at: int, by: int) -> bool:
        """Whether both have a word of their subjects in common, and are near by themselves: others may be far away.

        Where little is known all is nearer to one another than to the rest: five prices of five things.
        """
        line, statement = self._texts[at], self._texts[len(self._lines) + by]
        if cosine(self._known[at], self._own[by]) < ALIKE or self._nearness(at, by) < OF_ONE:
            return False
        are_rows = are_of_two_rows(statement, line) or are_told_alike(statement, line)
        return not are_rows and are_of_one_subject(line, statement, self._subjects)

    @cached_property
    def _of_days(self) -> dict[str, float]:
        """How near the event is to what was said on each day: one house speaks of its own people and things."""
        days = defaultdict[str, list[int]](list)
        for at, line in enumerate(self._lines):
            days[line.day].append(at)
        stems, middle = set[str]().union(*self._own_stems), _middle(self._own)
        return {
            day: self._shared(set[str]().union(*(self._known_stems[at] for at in places)), stems)
            + cosine(_middle([self._known[at] for at in places]), middle)
            for day, places in days.items()
        }

    def _shared(self, one: set[str], other: set[str]) -> float:
        return (self._subjects.share(one, other) + self._subjects.share(other, one)) / 2


def _kinds(text: str) -> set[str]:
    return {value.kind for value in values(text)} - {""}


def _usual(nearness: Sequence[float]) -> float:
    """The mean of the nearest, of few with such as are near to nothing: what is near to many is of no one's matter."""
    return sum(sorted(nearness, reverse=True)[:USUAL]) / USUAL


def _middle(vectors: Sequence[Vector]) -> Vector:
    """The direction of all of them together."""
    total = [sum(numbers) for numbers in zip(*vectors, strict=True)]
    length = sqrt(sum(number * number for number in total)) or 1.0
    return [number / length for number in total]
