"""The training pairs: what was so in a house, and which of it each later sentence changes.

Beside the pairs of this folder those of the question's side that tell what was so and what is so instead.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SUPERSEDED = HERE.parent / "question" / "pairs" / "superseded.jsonl"


@dataclass(frozen=True)
class House:
    """Sentences of a house, those said later, and the places of what changes what: (earlier, later)."""

    earlier: list[str]
    later: list[str]
    changes: list[tuple[int, int]]


def houses(files: list[Path]) -> list[House]:
    """The houses of the files, in the order written, and those of `SUPERSEDED`."""
    own = [_house(told) for file in files for told in _lines(file)]
    return own + [_project(told) for told in _lines(SUPERSEDED)]


def _lines(file: Path) -> Iterator[dict]:
    return (json.loads(line) for line in file.read_text().splitlines())


def _house(told: dict) -> House:
    """`{"earlier": ["…"], "later": [{"text": "…", "changes": [0]}]}`: most of what is said later changes nothing."""
    later = told["later"]
    changes = [(earlier, place) for place, sentence in enumerate(later) for earlier in sentence["changes"]]
    return House(told["earlier"], [sentence["text"] for sentence in later], changes)


def _project(told: dict) -> House:
    """A task of the question's side names what was so; what it needs tells what is so instead."""
    places = {learning["id"]: place for place, learning in enumerate(told["learnings"])}
    changes = [(earlier, places[need]) for earlier, task in enumerate(told["tasks"]) for need in task["needs"]]
    return House([task["task"] for task in told["tasks"]], [part["text"] for part in told["learnings"]], changes)
