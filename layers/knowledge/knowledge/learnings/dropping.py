"""Learnings of the caller's own of which nothing may be kept: the others are, and the answer says so."""

import re
from collections.abc import Sequence
from itertools import islice

from knowledge.learnings.models import CompletedRun, Completion, ExplicitLearning, LearningOutcome
from knowledge.privacy.emails import MARK
from knowledge.text import prompt_block
from knowledge.text.recalled import is_recalled
from knowledge.text.references import without_reference
from knowledge.text.strings import has_words

_EMAIL = "it tells of an e-mail, which is never stored; say in your own words what holds from now on"
_RECALLED = "it is a line of recalled knowledge, which is not learned again; say in your own words what is new about it"
_CUT = "what it quotes of recalled knowledge was left out, which is not learned again"

MEMORY = (
    "it is an entry of a user's memory that was served, which is that user's and not learned for everybody; say in "
    "your own words what holds for all"
)
# An entry as the memory's block has it.
_ENTRY = re.compile(r"\s*- \[(?:rule|preference|feedback|context)\] ")


def is_of_memory(text: str, served: Sequence[str]) -> bool:
    """Whether a learning is an entry of a user's memory: a line of the memory's block, or no more than one served."""
    return bool(_ENTRY.match(text)) or is_recalled(text, served)


def why_dropped(text: str) -> str | None:
    """Why nothing of a cleaned learning may be kept, with what to do instead; None where something may."""
    if has_words(text.replace(MARK, "")):
        return None
    return _EMAIL if MARK in text else _RECALLED


def in_their_places(completion: Completion, run: CompletedRun) -> Completion:
    """The completion with the caller's dropped learnings where the caller put them, and word of what was left out."""
    outcomes = iter(completion.learnings)
    placed: list[LearningOutcome] = []
    for learning, text in zip(run.learnings, run.clean.learnings, strict=True):
        why = why_dropped(text)
        stored = [] if why else [_with_text(outcome, text) for outcome in islice(outcomes, 1)]
        placed += [_dropped(learning, text, why)] if why else [_with_advice(outcome, learning) for outcome in stored]
    dropped = sum(outcome.outcome == "dropped" for outcome in placed)
    return completion.model_copy(update={"learnings": [*placed, *outcomes], "dropped": dropped})


def _dropped(learning: ExplicitLearning, text: str, why: str) -> LearningOutcome:
    return LearningOutcome(
        learning=text, kind=learning.kind, outcome="dropped", id=None, similarity=None, frequency=None, advice=why
    )


def _with_text(outcome: LearningOutcome, text: str) -> LearningOutcome:
    """Of what was dropped the caller is told its own words, which are not kept."""
    return outcome.model_copy(update={"learning": text}) if outcome.outcome == "dropped" else outcome


def _with_advice(outcome: LearningOutcome, learning: ExplicitLearning) -> LearningOutcome:
    """Of what is kept without a part of it the caller is told so."""
    stated = without_reference(learning.learning)
    if outcome.outcome == "dropped" or prompt_block.strip(stated) == stated:
        return outcome
    return outcome.model_copy(update={"advice": "; ".join(filter(None, [outcome.advice, _CUT]))})
