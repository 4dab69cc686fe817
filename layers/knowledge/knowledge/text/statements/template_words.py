"""What two statements have in common besides the words in which anything is told: `… costs 39 EUR a month`."""

import re

from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import is_span, values

_SHORT = 3  # letters: such words are function words in most languages, unless one has a capital
_BEFORE_A_FIGURE = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,30}) (?:[€$£¥] ?)?\d")


def are_of_one_subject(one: str, other: str, subjects: Subjects) -> bool:
    """Whether a word of both says what they are about: no unit, no short word, and none that brings both values."""
    brought = _brought(one, subjects) & _brought(other, subjects)
    common = (_telling(one, subjects) & _telling(other, subjects)) - brought
    capitals = {subjects.key(word) for text in (one, other) for word in WORD.findall(text) if word[0].isupper()}
    return any(len(key) > _SHORT or key in capitals for key in common)


def _telling(text: str, subjects: Subjects) -> set[str]:
    """Its words but for those that may stand for anything, and those in which a value is told."""
    stated = values(text)
    units = [*(value.unit for value in stated if value.is_common), *(value.per for value in stated)]
    units += filter(is_span, WORD.findall(text))
    return subjects.stems(text) - set(map(subjects.key, units)) - subjects.pronouns - subjects.determiners


def _brought(text: str, subjects: Subjects) -> set[str]:
    """The words right before a figure: `costs 39`."""
    return {subjects.key(word) for word in _BEFORE_A_FIGURE.findall(text)}
