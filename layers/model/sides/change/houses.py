"""The training houses: what was so in each, and which of it each later statement changes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Place = tuple[int, int]  # of an earlier statement, and of a later one


@dataclass(frozen=True)
class House:
    """Statements of a house, with their subjects, and those said later.

    `changes` are the places of what no longer holds and of what says so, `beside` those of what looks so and still
    holds. `{"earlier": [{"topic": "Deck ovens", "text": "…"}], "later": [{"text": "…", "changes": [0], "beside": []}]}`
    is a line.
    """

    earlier: list[str]
    later: list[str]
    changes: set[Place]
    beside: set[Place]


def houses(files: list[Path]) -> list[House]:
    """The houses of the files, in the order written."""
    return [_house(json.loads(line)) for file in files for line in file.read_text().splitlines()]


def _house(told: dict) -> House:
    earlier, later = ([with_subject(one) for one in told[when]] for when in ("earlier", "later"))
    return House(earlier, later, set(_places(told, "changes")), set(_places(told, "beside")))


def with_subject(statement: dict) -> str:
    """The statement below its subject, as the product tells it: `Deck ovens: The price is 31,000 EUR.`"""
    return f"{statement['topic']}: {statement['text']}" if "topic" in statement else statement["text"]


def _places(told: dict, label: str) -> Iterator[Place]:
    for at, statement in enumerate(told["later"]):
        yield from ((earlier, at) for earlier in statement.get(label, ()))
