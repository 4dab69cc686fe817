"""The training examples: what was said earlier, what somebody says later, and what the later is to the earlier."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from knowledge.text.change import ENDS, LONGEST, OTHER, SAME

Nearest = Callable[[Sequence[str], Sequence[str]], list[list[int]]]  # of each text the places of others, nearest first

HOLDS = "holds"  # an earlier sentence, be it of the same matter or of another
BESIDE = {ENDS: 2, SAME: 1, OTHER: 1}  # further matters of its house that each sentence of a kind is read against
HEADED = 0.25  # of the earlier sentences have their page's name before them, as some lines have
LONGER = 0.25  # of the later ones stand beside another sentence, as in a statement of several
LONGER_BEFORE = 0.15  # and so many of the earlier ones


@dataclass(frozen=True)
class Example:
    """An earlier and a later sentence, and what the later one is to the earlier."""

    earlier: str
    later: str
    kind: str

    @property
    def kinds(self) -> set[str]:
        """Those that it may be of."""
        return {SAME, OTHER} if self.kind == HOLDS else {self.kind}


@dataclass(frozen=True)
class Matter:
    """What was said of one thing, the name of its page, and what was said later, with its kind."""

    topic: str
    earlier: str
    later: list[tuple[str, str]]


def houses(files: Iterable[Path]) -> list[list[Matter]]:
    """The matters of each house, in the order written."""
    return [[*map(_matter, house["matters"])] for house in _lines(files)]


def examples(given: Iterable[Sequence[Matter]], nearest: Nearest) -> list[Example]:
    """Each later sentence behind the earlier one of its matter, and behind those of other matters that are nearest."""
    return [*chain.from_iterable(_of_house(house, nearest) for house in given)]


def pairs(file: Path) -> list[Example]:
    """Pairs as somebody called each; of what ends nothing, as `holds`, nobody said which of both it is."""
    return [Example(line["earlier"][:LONGEST], line["later"][:LONGEST], line["kind"]) for line in _lines([file])]


def lengthened(given: Sequence[Example]) -> list[Example]:
    """The same, some of them beside a sentence of another house, and cut where a statement would be."""
    return [_cut(_lengthened(example, given)) for example in given]


def _of_house(house: Sequence[Matter], nearest: Nearest) -> Iterator[Example]:
    said = [(at, text, kind) for at, matter in enumerate(house) for text, kind in matter.later]
    orders = nearest([text for _, text, _ in said], [matter.earlier for matter in house])
    for (at, text, kind), order in zip(said, orders, strict=True):
        yield Example(_headed(house[at]), text, kind)
        others = [place for place in order if place != at][: BESIDE[kind]]
        yield from (Example(house[place].earlier, text, OTHER) for place in others)


def _headed(matter: Matter) -> str:
    return f"{matter.topic}: {matter.earlier}" if random.random() < HEADED else matter.earlier


def _lengthened(example: Example, given: Sequence[Example]) -> Example:
    later, earlier = example.later, example.earlier
    if random.random() < LONGER:
        later = _together(later, random.choice(given).later)
    if random.random() < LONGER_BEFORE:
        earlier = _together(earlier, random.choice(given).earlier)
    return replace(example, earlier=earlier, later=later)


def _together(one: str, other: str) -> str:
    return " ".join(random.sample([one, other], 2))


def _cut(example: Example) -> Example:
    return replace(example, earlier=example.earlier[:LONGEST], later=example.later[:LONGEST])


def _matter(line: dict[str, Any]) -> Matter:
    later = [(text, kind) for kind in (ENDS, SAME, OTHER) for text in line[kind]]
    return Matter(line["topic"], line["old"], later)


def _lines(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    return chain.from_iterable(map(json.loads, file.read_text().splitlines()) for file in files)
