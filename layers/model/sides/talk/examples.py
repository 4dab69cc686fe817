"""The training examples: sentences of talks behind what was said before them, and of texts, in which nobody chats."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from knowledge.text.talk import ANOTHER, CHATTER, LEANING, MORE, behind, line

USER = "User"
GOES_ON = {MORE: 0.5, LEANING: 0.5}  # where nobody said which of both it is
TELLS = dict.fromkeys((ANOTHER, MORE, LEANING), 1 / 3)  # nor to what: anything but chatter
LONGEST = 7  # sentences of a piece

Labelled = tuple[str, str, dict[str, float]]  # who speaks, a sentence, what it is


@dataclass(frozen=True)
class Example:
    """A sentence behind what was said before it, and how much it is of each kind; together 1."""

    passage: tuple[str, str]
    wanted: dict[str, float]


def talks(files: Iterable[Path]) -> list[list[Labelled]]:
    """The sentences of talks of which somebody said what each is, in the order written."""
    return [[*_labelled(talk)] for talk in _lines(files)]


def texts(files: Iterable[Path], every: int) -> list[list[Labelled]]:
    """The statements of every so many of the subject side's events, of which each stretch comes to another matter.

    Of every second event a user tells them, as to an agent.
    """
    events = list(_lines(files))[::every]
    return [[*_stretched(event, USER * (at % 2))] for at, event in enumerate(events)]


def whole(given: Iterable[list[Labelled]]) -> list[Example]:
    """Each sentence behind all that was said before it."""
    return [*chain.from_iterable(map(_behind, given))]


def in_pieces(given: Iterable[list[Labelled]]) -> list[Example]:
    """The same cut at random into notes of one to seven sentences, of every second of which nobody is told who speaks.

    So what begins is not all a greeting, and what is chatter is so by itself, too.
    """
    pieces = enumerate(chain.from_iterable(map(_pieces, given)))
    return [*chain.from_iterable(_behind(_unnamed(piece) if at % 2 else piece) for at, piece in pieces)]


def _behind(labelled: Iterable[Labelled]) -> Iterator[Example]:
    speakers, sentences, wanted = zip(*labelled, strict=True)
    yield from map(Example, behind([*map(line, speakers, sentences)]), wanted)


def _labelled(talk: dict[str, Any]) -> Iterator[Labelled]:
    topic = None
    for turn in talk["turns"]:
        for part in turn["parts"]:
            yield turn["who"], part["text"], {_kind(part, topic): 1.0}
            topic = part["topic"] or topic


def _kind(part: dict[str, Any], topic: str | None) -> str:
    if not part["topic"]:
        return CHATTER
    if part["topic"] != topic:
        return ANOTHER
    return LEANING if part["leans"] else MORE


def _pieces(labelled: Sequence[Labelled]) -> Iterator[list[Labelled]]:
    """At the beginning of a piece nothing is known of what came before it."""
    start = 0
    while start < len(labelled):
        (speaker, sentence, wanted), *others = labelled[start : start + random.randint(1, LONGEST)]
        yield [(speaker, sentence, wanted if CHATTER in wanted else TELLS), *others]
        start += 1 + len(others)


def _unnamed(piece: Iterable[Labelled]) -> Iterator[Labelled]:
    return (("", sentence, wanted) for _, sentence, wanted in piece)


def _stretched(event: dict[str, Any], speaker: str) -> Iterator[Labelled]:
    for stretch in event["stretches"]:
        first, *others = stretch["statements"]
        yield speaker, first, {ANOTHER: 1.0}
        yield from ((speaker, statement, GOES_ON) for statement in others)


def _lines(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    return chain.from_iterable(map(json.loads, file.read_text().splitlines()) for file in files)
