"""What an assistant only proposes to whom it talks with: nothing that is so, unless that one takes it up."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, groupby

from knowledge.usecases.record_event.content.turns import SpokenTurn, turns
from knowledge.usecases.record_event.language import deciding, moods
from knowledge.usecases.record_event.models import Occurrence

ASSISTANT = ("Assistant", "AI")  # what programs call themselves
INSTRUCTING = ("System", "Developer", "Tool")  # what they call who tells them how to answer, or prints something
FEW = 5  # words; what is agreed to in fewer is what was said before
ALONE = 3  # words; so few say nothing without what they answer: `Too expensive. Leave it.`


@dataclass(frozen=True)
class _TakenUp:
    """What one takes up of what an assistant proposed: all of it, or the items of its list that are named by number."""

    all: bool = False
    items: frozenset[int] = frozenset()

    @staticmethod
    def by(answer: Sequence[SpokenTurn]) -> "_TakenUp":
        """As the answer to it says."""
        first = next((text for turn in answer for part in turn.parts for text in part), "")
        agrees = moods.is_yes(first) or moods.assents(first)
        agrees = agrees or (deciding.decides(first) and len(first.split()) < FEW)
        numbers = frozenset(map(int, re.findall(r"(?<![\d.,])\d{1,2}(?![\d.,]*\d|\s?%)", first)))
        return _TakenUp(agrees and not numbers, numbers if agrees or deciding.decides(first) else frozenset())


def without_proposals(spoken: Sequence[SpokenTurn], event: Occurrence) -> list[SpokenTurn]:
    """What is said, without what an assistant lists or proposes and nobody takes up, and without its instructions."""
    said_by = [(name, turn) for name, turn in zip(_speakers(spoken), spoken, strict=True)]
    assistants = {name for name, _ in said_by if name in ASSISTANT or name in event.assistants}
    if not assistants or not {name for name, _ in said_by} - assistants - {""}:
        return list(spoken)
    heard = (one for one in said_by if one[0] not in INSTRUCTING)
    runs = [(name, [turn for _, turn in run]) for name, run in groupby(heard, key=lambda one: one[0])]
    left, nothing_left = list[SpokenTurn](), False
    for at, (name, run) in enumerate(runs):
        answer = runs[at + 1][1] if at + 1 < len(runs) else []
        is_own = name in assistants
        stays = list(_unproposed(run, _TakenUp.by(answer)) if is_own else _unanswering(run) if nothing_left else run)
        nothing_left = is_own and not any(map(any, (turn.parts for turn in stays)))
        left += stays
    return left


def proposes(event: Occurrence) -> bool:
    """Whether something is proposed in it that nobody takes up."""
    whole = [SpokenTurn.of(turn, event) for turn in turns(event)] if event.is_talk else []
    return without_proposals(whole, event) != whole


def _speakers(spoken: Sequence[SpokenTurn]) -> Iterator[str]:
    """Who says each: one goes on until somebody else is named."""
    name = ""
    for turn in spoken:
        name = turn.speaker or name
        yield name


def _unproposed(spoken: Sequence[SpokenTurn], taken: _TakenUp) -> Iterator[SpokenTurn]:
    """What an assistant says in one go, without what it lists and proposes there but for what is taken up."""
    item = 0
    for turn in spoken:
        parts = list[list[str]]()
        for at, part in enumerate(turn.parts):
            item += at in turn.items
            stays = taken.all or (at in turn.items and item in taken.items)
            rest = [text for text in part if not moods.is_proposed(text)] if at not in turn.items else []
            parts.append(part if stays else rest)
        yield replace(turn, parts=parts, items=frozenset())


def _unanswering(spoken: Sequence[SpokenTurn]) -> Iterator[SpokenTurn]:
    """What one says to a proposal of which nothing is left, without the few words that only answer it."""
    begins = True
    for turn in spoken:
        parts = list[list[str]]()
        for part in turn.parts:
            left = list(dropwhile(_answers_alone, part)) if begins else part
            begins = begins and not left
            parts.append(left)
        yield replace(turn, parts=parts)


def _answers_alone(text: str) -> bool:
    return len(text.split()) <= ALONE and not deciding.decides(text) and not re.search(r"\d", text)
