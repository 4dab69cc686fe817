"""The training examples: what is said in a house, and the categories in which a reader looks for it."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

ALSO = 0.35  # what a category weighs that a reader would accept, beside 1 of the one looked in first
UNNAMED = 3  # of so many stretches one is told without its topic
APART = 2  # of so many one is known by a statement of it alone


@dataclass(frozen=True)
class Example:
    """A text, and how much of it belongs to each category; together 1."""

    text: str
    wanted: dict[str, float]


@dataclass(frozen=True)
class Stretch:
    """Statements about one topic; "" where they name none, as what nobody needs, which belongs to no category."""

    topic: str
    statements: list[str]
    wanted: dict[str, float]

    def examples(self) -> Iterator[Example]:
        """The topic alone, and what is said of it, or one statement: mostly below the topic, as a page has it."""
        said = random.choice(self.statements) if random.randrange(APART) else " ".join(self.statements)
        named = self.topic and random.randrange(UNNAMED)
        if self.topic:
            yield Example(self.topic, self.wanted)
        yield Example(f"{self.topic}: {said}" if named else said, self.wanted)


def stretches(files: list[Path]) -> list[Stretch]:
    """All stretches of the events, in the order written."""
    return [
        Stretch(stretch["topic"], stretch["statements"], _wanted(stretch["folder"], stretch["also"]))
        for event in _events(files)
        for stretch in event["stretches"]
    ]


def poor_names(files: list[Path], nothing: str) -> list[Example]:
    """What somebody careless would take for a topic, and belongs to the category `nothing`."""
    return [Example(name, {nothing: 1.0}) for event in _events(files) for name in event.get("poor_names", ())]


def _events(files: list[Path]) -> Iterator[dict]:
    return chain.from_iterable(map(json.loads, file.read_text().splitlines()) for file in files)


def _wanted(first: str, also: list[str]) -> dict[str, float]:
    weights = dict.fromkeys(also, ALSO) | {first: 1.0}
    return {name: weight / sum(weights.values()) for name, weight in weights.items()}
