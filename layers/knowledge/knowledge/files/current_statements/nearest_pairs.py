"""The line and the statement that are each other's nearest, by a model that did not learn what ends what.

That two are of one matter words tell more often than that one ends the other: by their vectors, the rare words of both
and the kinds of their values, less what each has in common with others anyway; and by the events in which they were
said.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import filterfalse
from math import sqrt

from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import ended_names
from knowledge.text.statements.numbered_rows import are_of_two_rows
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.template_words import are_of_one_subject
from knowledge.text.statements.told_alike import are_told_alike
from knowledge.text.statements.values import is_unit, values

LEAST = 1.15  # the nearness from which a line points to a statement; chosen by looking at four houses (docs/files.md)
ALIKE, OF_ONE = 0.4, 0.6  # their cosine, and that with the share of their words, below which two are of two matters
KIND = 0.2  # what a value of the same kind counts: another amount of money, another day
NAMED = 0.8  # what counts that the statement tells a name of the line as past: `We move from iManage to NetDocuments.`
USUAL = 5  # the nearest of which the mean is what a text has in common with others anyway


class NearestPairs:
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
