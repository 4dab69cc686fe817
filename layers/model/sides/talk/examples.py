"""The training examples: sentences of talks behind what was said before them, and of texts, in which nobody chats."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from knowledge.text.talk import ANOTHER, CHATTER, LEANING, MORE, behind, line

USER = "User"
GOES_ON = {MORE: 0.5, LEANING: 0.5}  # where nobody said which of both it is


@dataclass(frozen=True)
class Example:
    """A sentence behind what was said before it, and how much it is of each kind; together 1."""

    passage: tuple[str, str]
    wanted: dict[str, float]


def of_talks(files: Iterable[Path]) -> list[Example]:
    """The sentences of talks of which somebody said what each is, in the order written."""
    return [*chain.from_iterable(_of(_labelled(talk)) for talk in _lines(files))]


def of_texts(files: Iterable[Path], every: int) -> list[Example]:
    """The statements of every so many of the subject side's events, of which each stretch comes to another matter.

    Of every second event a user tells them, as to an agent.
    """
    events = list(_lines(files))[::every]
    return [*chain.from_iterable(_of(_stretched(event, USER * (at % 2))) for at, event in enumerate(events))]


def _of(labelled: Iterable[tuple[str, dict[str, float]]]) -> Iterator[Example]:
    sentences, wanted = zip(*labelled, strict=True)
    yield from map(Example, behind(sentences), wanted)


def _labelled(talk: dict[str, Any]) -> Iterator[tuple[str, dict[str, float]]]:
    topic = None
    for turn in talk["turns"]:
        for part in turn["parts"]:
            yield line(turn["who"], part["text"]), {_kind(part, topic): 1.0}
            topic = part["topic"] or topic


def _kind(part: dict[str, Any], topic: str | None) -> str:
    if not part["topic"]:
        return CHATTER
    if part["topic"] != topic:
        return ANOTHER
    return LEANING if part["leans"] else MORE


def _stretched(event: dict[str, Any], speaker: str) -> Iterator[tuple[str, dict[str, float]]]:
    for stretch in event["stretches"]:
        first, *others = stretch["statements"]
        yield line(speaker, first), {ANOTHER: 1.0}
        yield from ((line(speaker, statement), GOES_ON) for statement in others)


def _lines(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    return chain.from_iterable(map(json.loads, file.read_text().splitlines()) for file in files)
