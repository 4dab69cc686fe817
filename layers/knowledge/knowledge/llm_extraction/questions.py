"""The questions that a learning answers: it is found by their words, too, and nobody is shown them."""

from collections.abc import Sequence

from knowledge.privacy.emails import MARK
from knowledge.privacy.quarantine import reason_to_hold
from knowledge.privacy.runs import clean_text
from knowledge.text.strings import one_line

MAX_QUESTIONS, MAX_QUESTION = 3, 200  # characters


def fitting(asked: Sequence[str]) -> tuple[str, ...]:
    """Those that are fit to be kept, without secrets, at most so many, each at most so long."""
    clean = [one_line(clean_text(question))[:MAX_QUESTION] for question in asked]
    return tuple(text for text in clean if text and MARK not in text and not reason_to_hold(text))[:MAX_QUESTIONS]
