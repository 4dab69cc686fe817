"""What was said later of the matter of an older line: the line points there, and nothing is said to have ended.

Words do not tell that one sentence ends another: people say a change in other words, without what was before, on
another page. That two are of one matter they tell more often: by their vectors, the rare words of both and the kinds of
their values, less what each has in common with others anyway; and by the events in which they were said.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.files.current_statements.quoting import Later, quote
from knowledge.files.current_statements.reading import Standing
from knowledge.files.current_statements.striking import Superseded
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.statements import marks
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import values

LEAST = 0.9  # the nearness from which a line points to a statement; chosen by looking at four houses (docs/files.md)
KIND = 0.2  # what a value of the same kind counts: another amount of money, another day
HOUSE = 2.0  # what the words count that an event has in common with a day
TELLS = 0.1  # what it counts that a line, or a statement, tells a value: asides do not
USUAL = 5  # the nearest of which the mean is what a text has in common with others anyway


@dataclass(frozen=True)
class Pointer:
    """A line, what was said later of the same, and where."""

    line: Standing
    later: Later

    def left(self, day: str) -> str:
        """The line, leading to what was said on that day."""
        return marks.pointed(self.line.line, day, self.later.text, self.later.path)


def pointers(
    statements: Sequence[Later],
    standing: Sequence[Standing],
    day: str,
    embedder: Embedder,
    superseded: Sequence[Superseded] = (),
) -> list[Pointer]:
    """Each line to which one of an event's statements is nearest, where the line is nearest to that statement, too.

    What pointed to such a line, what such a line pointed to, and what pointed to what is `superseded` points there,
    too. A line that a person wrote has no pointer, nor has one with a mark, which tells what is so now, one that ends,
    or one of a log.
    """
    gone = {(ended.path, ended.line) for ended in superseded}
    lines = [line for line in standing if (line.path, line.line) not in gone and _may_point(line, day)]
    if not lines or not statements:
        return []
    pairing = _Pairing([statement.text for statement in statements], lines, embedder)
    made = {at: quote(statements, by, lines[at].text, pairing.subjects, embedder) for at, by in pairing.pairs()}
    others = (line for at, line in enumerate(lines) if at not in made)
    near = [Pointer(lines[at], later) for at, later in made.items()]
    followed = ((line, _followed(line, near, statements, superseded)) for line in others)
    return [*near, *(Pointer(line, later) for line, later in followed if later)]


def _may_point(line: Standing, day: str) -> bool:
    is_logged = line.line.startswith(f"- {line.day}: ")
    is_marked = line.is_mark or marks.unmarked(line.line) != marks.unpointed(line.line)
    return not (line.is_persons or is_logged or is_marked) and "" < line.day < day


def _followed(
    line: Standing, near: Sequence[Pointer], statements: Sequence[Later], superseded: Sequence[Superseded]
) -> Later | None:
    """What is said now of that to which the line points, or of what points to the line; None where that is nothing."""
    for pointer in near:
        other = pointer.line
        if marks.leads_to(line.line, other.text) or marks.leads_to(other.line, line.text):
            return pointer.later
    ended = (gone for gone in superseded if gone.statement and marks.leads_to(line.line, gone.statement))
    return next((later for gone in ended for later in statements if later.text in gone.now), None)


class _Pairing:
    """How near each line is to each of an event's statements."""

    def __init__(self, statements: Sequence[str], lines: Sequence[Standing], embedder: Embedder) -> None:
        texts = [*(line.text for line in lines), *statements]
        vectors, self.subjects = embedder.embed(texts), Subjects(texts)
        stems, kinds = [self.subjects.stems(text) for text in texts], [_kinds(text) for text in texts]
        self._lines, count = lines, len(lines)
        self._known, self._own = vectors[:count], vectors[count:]
        self._known_stems, self._own_stems = stems[:count], stems[count:]
        self._known_kinds, self._own_kinds = kinds[:count], kinds[count:]
        tells = [TELLS * bool(values(text)) for text in texts]
        self._known_tells, self._own_tells = tells[:count], tells[count:]

    def pairs(self) -> list[tuple[int, int]]:
        """The lines and statements of which each is the other's nearest, and near enough."""
        table = self._table()
        first = [max(range(len(table)), key=lambda at: table[at][by]) for by in range(len(self._own))]
        best = [max(range(len(row)), key=row.__getitem__) for row in table]
        return [(at, by) for at, by in enumerate(best) if first[by] == at and table[at][by] >= LEAST]

    def _table(self) -> list[list[float]]:
        """Beyond what each has in common with others, and with how near their events are: a row for each line."""
        rows = [[self._pair(at, by) for by in range(len(self._own))] for at in range(len(self._known))]
        usual, known = [_usual(row) for row in rows], self._of_days
        own_usual = [_usual(column) for column in zip(*rows, strict=True)]
        lines = [
            known[line.day] + tells - usual[at] / 2
            for at, (line, tells) in enumerate(zip(self._lines, self._known_tells, strict=True))
        ]
        own = [tells - usual / 2 for tells, usual in zip(self._own_tells, own_usual, strict=True)]
        return [[near + lines[at] + own[by] for by, near in enumerate(row)] for at, row in enumerate(rows)]

    def _pair(self, at: int, by: int) -> float:
        shared = self._shared(self._known_stems[at], self._own_stems[by])
        kind = KIND * bool(self._known_kinds[at] & self._own_kinds[by])
        return cosine(self._known[at], self._own[by]) + shared + kind

    @cached_property
    def _of_days(self) -> dict[str, float]:
        """How many rare words each day has in common with the event: a house speaks of its own people and things."""
        stems = defaultdict[str, set[str]](set)
        for line, own in zip(self._lines, self._known_stems, strict=True):
            stems[line.day] |= own
        event = set[str]().union(*self._own_stems)
        return {day: HOUSE * self._shared(known, event) for day, known in stems.items()}

    def _shared(self, one: set[str], other: set[str]) -> float:
        return (self.subjects.share(one, other) + self.subjects.share(other, one)) / 2


def _kinds(text: str) -> set[str]:
    return {value.kind for value in values(text)} - {""}


def _usual(nearness: Sequence[float]) -> float:
    """The mean of the nearest, of few with such as are near to nothing: what is near to many is of no one's matter."""
    return sum(sorted(nearness, reverse=True)[:USUAL]) / USUAL
