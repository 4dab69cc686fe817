"""The training examples: what a house said earlier, what it says later, and what the later is to the earlier."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from knowledge.text.change import ENDS, LONGEST, OTHER, SAME

Nearest = Callable[[Sequence[str], Sequence[str]], list[list[int]]]  # of each text the places of others, nearest first

KINDS = {"ends": {ENDS}, "same": {SAME}, "done": {SAME}, "alike": {SAME, OTHER}}  # what a mark says the later may be
NEAREST = 5  # lines of other matters that each later one is read against, since they sound most alike
FAR = 1  # and of the others
LONGER = 0.2  # of the later lines are read with what follows in their paragraph, as in a statement of several
LONGER_BEFORE = 0.15  # and so many of the earlier ones


@dataclass(frozen=True)
class Example:
    """An earlier and a later text, and the kinds of which the later one may be to the earlier."""

    earlier: str
    later: str
    kinds: frozenset[str]


@dataclass(frozen=True)
class Line:
    """A line of a journal: its place in it, its paragraph, and what its writer marked it to be to earlier lines."""

    place: int
    text: str
    paragraph: tuple[int, int]
    marks: dict[int, set[str]] = field(default_factory=dict)

    def kinds(self, earlier: "Line") -> set[str]:
        """What it may be to the earlier line."""
        return self.marks.get(earlier.place, {OTHER})


def journals(files: Iterable[Path]) -> list[list[list[Line]]]:
    """The notes of each journal with their lines, in the order written."""
    read = chain.from_iterable(map(json.loads, file.read_text().splitlines()) for file in files)
    return [_notes(journal) for journal in read]


def examples(given: Iterable[Sequence[Sequence[Line]]], nearest: Nearest) -> list[Example]:
    """Each line of a note behind the lines of earlier notes that it was marked to be something to, and others."""
    return [*chain.from_iterable(_of_journal(notes, nearest) for notes in given)]


def _of_journal(notes: Sequence[Sequence[Line]], nearest: Nearest) -> Iterator[Example]:
    for at, note in enumerate(notes):
        earlier = [*chain.from_iterable(notes[:at])]
        if earlier:
            orders = nearest([line.text for line in note], [line.text for line in earlier])
            for line, order in zip(note, orders, strict=True):
                following = _following(line, note)
                for other in _read_against(line, [earlier[place] for place in order]):
                    yield _example(other, _following(other, earlier), line, following)


def _read_against(line: Line, nearest: Sequence[Line]) -> list[Line]:
    marked = [other for other in nearest if other.place in line.marks]
    others = [other for other in nearest if other.place not in line.marks]
    far = others[NEAREST:]
    return [*marked, *others[:NEAREST], *random.sample(far, min(FAR, len(far)))]


def _example(earlier: Line, behind: Line | None, later: Line, following: Line | None) -> Example:
    kinds, one, other = later.kinds(earlier), earlier.text, later.text
    if following and random.random() < LONGER:
        other = f"{other} {following.text}"
        kinds = {ENDS} if ENDS in following.kinds(earlier) else kinds
    if behind and random.random() < LONGER_BEFORE:
        one = f"{one} {behind.text}"
        kinds = {ENDS} if ENDS in later.kinds(behind) else kinds
    return Example(one[:LONGEST], other[:LONGEST], frozenset(kinds))


def _following(line: Line, lines: Sequence[Line]) -> Line | None:
    """What stands behind the line in its paragraph."""
    return next((other for other in lines if (other.place, other.paragraph) == (line.place + 1, line.paragraph)), None)


def _notes(journal: dict[str, Any]) -> list[list[Line]]:
    notes, place = list[list[Line]](), 0
    for at, note in enumerate(journal["notes"]):
        notes.append([_line(line, place + number, at) for number, line in enumerate(note["lines"], 1)])
        place += len(note["lines"])
    return notes


def _line(given: dict[str, Any], place: int, note: int) -> Line:
    marks = {other: kinds for mark, kinds in reversed(KINDS.items()) for other in given.get(mark, ())}
    return Line(place, given["text"], (note, given["paragraph"]), marks)
