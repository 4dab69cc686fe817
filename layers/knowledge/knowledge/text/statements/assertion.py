"""Whether a sentence tells what is so, and not what might be, what is done again and again, or only for a while."""

import re
from functools import lru_cache

from knowledge.text.sentences import sentences
from knowledge.text.statements.former_values import NOT

_MIGHT = re.compile(
    r"\b(?:might|could|would|maybe|perhaps|possibly|considering|thinking|suppose|vielleicht|könnten?|würden?|überlegen|"
    r"peut-être|pourr\w+|quizás?|tal vez|podr\w+)\b",
    re.I,
)
_CONDITION, _REFUSAL = r"if|whether|falls|wenn|ob|si", r"declin\w+|refus\w+"
_HABIT = r"every|each|whenever|daily|weekly|monthly|jeden?|jeweils|täglich|chaque|cada"
_STAND_IN = r"while|during|had|während|\w*vertretung|pendant|mientras|durante"
_NOT_FOR_GOOD = re.compile(rf"\b(?:{_CONDITION}|{_REFUSAL}|{_HABIT}|{_STAND_IN})\b", re.I)


@lru_cache(maxsize=4_096)
def asserted(statement: str) -> str:
    """The statement without the sentences that only weigh what might be."""
    return " ".join(sentence for sentence in sentences(statement) if not is_supposed(sentence))


def is_supposed(sentence: str) -> bool:
    """Whether it only weighs what might be."""
    return bool(_MIGHT.search(sentence))


def moves_for_good(sentence: str) -> bool:
    """Whether what it moves has moved: it asks and denies nothing, and tells no condition, habit or stand-in."""
    return not (
        sentence.endswith("?") or is_supposed(sentence) or _NOT_FOR_GOOD.search(sentence) or NOT.search(sentence)
    )
