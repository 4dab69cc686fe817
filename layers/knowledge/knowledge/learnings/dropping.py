"""Learnings of the caller's own of which nothing may be kept: the others are, and the answer says so."""

from itertools import islice

from knowledge.learnings.models import CompletedRun, Completion, ExplicitLearning, LearningOutcome
from knowledge.privacy.emails import MARK
from knowledge.text.strings import has_words

_EMAIL = "it tells of an e-mail, which is never stored; say in your own words what holds from now on"
_RECALLED = "it is a line of recalled knowledge, which is not learned again; say in your own words what is new about it"


def why_dropped(text: str) -> str | None:
    """Why nothing of a cleaned learning may be kept, with what to do instead; None where something may."""
    if has_words(text.replace(MARK, "")):
        return None
    return _EMAIL if MARK in text else _RECALLED


def in_their_places(completion: Completion, run: CompletedRun) -> Completion:
    """The completion with the caller's dropped learnings where the caller put them."""
    outcomes = iter(completion.learnings)
    placed: list[LearningOutcome] = []
    for learning, text in zip(run.learnings, run.clean.learnings, strict=True):
        why = why_dropped(text)
        placed += [_dropped(learning, text, why)] if why else islice(outcomes, 1)
    dropped = sum(outcome.outcome == "dropped" for outcome in placed)
    return completion.model_copy(update={"learnings": [*placed, *outcomes], "dropped": dropped})


def _dropped(learning: ExplicitLearning, text: str, why: str) -> LearningOutcome:
    return LearningOutcome(
        learning=text, kind=learning.kind, outcome="dropped", id=None, similarity=None, frequency=None, advice=why
    )
