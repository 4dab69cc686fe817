"""Whether a sentence tells what is so, and not what might be, what is done again and again, or only for a while."""

import re

from knowledge.text.statements.former_values import NOT

_MIGHT = re.compile(
    r"\b(?:might|could|would|maybe|perhaps|possibly|considering|thinking|suppose|vielleicht|könnten?|würden?|überlegen|"
    r"peut-être|pourr\w+|quizás?|tal vez|podr\w+)\b",
    re.I,
)
_AGAIN = re.compile(
    r"\b(?:if|whether|falls|wenn|ob|si|every|each|whenever|declin\w+|refus\w+|daily|weekly|monthly|while|during|had|jeden?|jeweils|täglich|während|\w*vertretung|"
    r"chaque|pendant|cada|mientras|durante)\b",
    re.I,
)


def is_supposed(sentence: str) -> bool:
    """Whether it only weighs what might be."""
    return bool(_MIGHT.search(sentence))


def moves_for_good(sentence: str) -> bool:
    """Whether what it moves has moved: it asks and denies nothing, and tells no condition, habit or stand-in."""
    return not (sentence.endswith("?") or is_supposed(sentence) or _AGAIN.search(sentence) or NOT.search(sentence))
