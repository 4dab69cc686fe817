"""The training examples: what users say to agents, and what notes tell them to do."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from knowledge.text.instructions import MESSAGES, NOTES, STANDING

KINDS = {"lasting": STANDING, "moment": "task", "other": "talk"}  # of a message of one kind, as writers say it
MIXED = {STANDING: 0.5, "task": 0.5}
BESIDE = {"task": 0.7, "talk": 0.3}  # what stands in a message beside what lasts
WORDS = 3  # with less nothing is asked


@dataclass(frozen=True)
class Example:
    """A text, among which descriptions it is to be placed, and how much of it belongs to each; together 1."""

    text: str
    descriptions: dict[str, str]
    wanted: dict[str, float]


def examples(files: list[Path]) -> list[Example]:
    """All of them, in the order written."""
    return [*chain.from_iterable(map(_of_message, _lines(files, "messages"))), *map(_of_note, _lines(files, "notes"))]


def _of_message(line: dict[str, Any]) -> Iterator[Example]:
    """The whole message; of one that is mixed also what lasts in it, and the rest."""
    wanted = {KINDS[line["kind"]]: 1.0} if line["kind"] in KINDS else MIXED
    yield Example(line["message"], MESSAGES, wanted)
    if wanted is MIXED:
        yield from (Example(lasting, MESSAGES, {STANDING: 1.0}) for lasting in line["lasting"])
        rest = _without(line["message"], line["lasting"])
        yield from [Example(rest, MESSAGES, BESIDE)] if len(rest.split()) >= WORDS else []


def _of_note(line: dict[str, Any]) -> Example:
    return Example(line["text"], NOTES, {line["kind"]: 1.0})


def _without(message: str, parts: list[str]) -> str:
    for part in parts:
        message = message.replace(part, " ")
    return " ".join(message.split())


def _lines(files: list[Path], folder: str) -> Iterator[dict[str, Any]]:
    for file in files:
        if file.parent.name == folder:
            yield from map(json.loads, file.read_text().splitlines())
