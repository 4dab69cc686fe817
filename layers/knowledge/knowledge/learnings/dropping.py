"""Learnings of the caller's own of which nothing may be kept: the others are, and the answer says so."""

import json
import re
from collections.abc import Sequence
from itertools import islice

from knowledge.learnings.explicit import MAX_LEARNING, ExplicitLearning
from knowledge.learnings.models import CompletedRun, Completion, LearningOutcome
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import clean_texts
from knowledge.schemas import RefusedEntry
from knowledge.text import prompt_block
from knowledge.text.recalled import is_recalled
from knowledge.text.references import without_reference
from knowledge.text.strings import abbreviated, has_words, one_line

_EMAIL = "it tells of an e-mail, which is never stored; say in your own words what holds from now on"
_RECALLED = "it is a line of recalled knowledge, which is not learned again; say in your own words what is new about it"
_REFUSED = "it is no learning, so nothing of it is kept"
_AGAIN = "correct what is named and send it alone, under another run_id"
_MAX_SHOWN = 120  # characters of what is refused
_REDACTED = "[redacted:"
_TAKEN_OUT = "what stands as [redacted:…] was a secret or somebody's address or number and is not kept; say where it is"
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
    outcomes, texts = iter(completion.learnings), iter(run.clean.learnings)
    placed: list[LearningOutcome] = []
    for entry in run.learnings:
        if isinstance(entry, RefusedEntry):
            placed.append(_refused(entry))
            continue
        text = next(texts)
        why = why_dropped(text)
        stored = [] if why else [_with_text(outcome, text) for outcome in islice(outcomes, 1)]
        placed += [_dropped(text, entry.kind, why)] if why else [_with_advice(outcome, entry) for outcome in stored]
    dropped = sum(outcome.outcome == "dropped" for outcome in placed)
    return completion.model_copy(update={"learnings": [*placed, *outcomes], "dropped": dropped})


def _refused(entry: RefusedEntry) -> LearningOutcome:
    """What is told of an entry that is no learning, with its own words as far as they may be shown."""
    sent = entry.sent.get("learning", "") if isinstance(entry.sent, dict) else entry.sent
    words = sent if isinstance(sent, str) else json.dumps(sent, ensure_ascii=False)
    [text, why] = clean_texts([words[:MAX_LEARNING], entry.why])
    return _dropped(abbreviated(one_line(text), _MAX_SHOWN), "fact", f"{_REFUSED}: {why}; {_AGAIN}")


def _dropped(text: str, kind: str, why: str) -> LearningOutcome:
    return LearningOutcome(
        learning=text, kind=kind, outcome="dropped", id=None, similarity=None, frequency=None, advice=why
    )


def _with_text(outcome: LearningOutcome, text: str) -> LearningOutcome:
    """Of what was dropped the caller is told its own words, which are not kept."""
    return outcome.model_copy(update={"learning": text}) if outcome.outcome == "dropped" else outcome


def _with_advice(outcome: LearningOutcome, learning: ExplicitLearning) -> LearningOutcome:
    """Of what is kept without a part of it the caller is told so."""
    if outcome.outcome == "dropped":
        return outcome
    stated = without_reference(learning.learning)
    cut = _CUT if prompt_block.strip(stated) != stated else None
    taken_out = _TAKEN_OUT if _REDACTED in outcome.learning and _REDACTED not in stated else None
    return outcome.model_copy(update={"advice": "; ".join(filter(None, [outcome.advice, taken_out, cut])) or None})
