"""In which case a statement holds: who forbids something in one case says nothing of another.

SQL asks the same of learnings (`_denies_elsewhere`); a test compares both. English: of other languages the words that
bound a statement are compared as all others are.
"""

import re
from collections.abc import Collection

from knowledge.text.statements.former_values import NOW

_DENIALS = frozenset({"not", "deny"})
# Prepositions and conjunctions of time, place and condition, a closed class; and where a reason begins.
_BOUND = re.compile(
    r"\b(?:before|after|during|until|till|while|when|whenever|where|wherever|if|once|with|within|in|inside|out"
    r"|outside|on|off|at|from|to|into|above|below|over|under|between|through|against|beyond|behind)\b",
    re.I,
)
_REASON = re.compile(r"[;:.]\s.*|,? because\b.*", re.I | re.S)


def denies_elsewhere(denial: str, other: str, marks: Collection[str], others: Collection[str]) -> bool:
    """Whether what one statement denies, it denies in another case than the one that the other speaks of.

    `marks` and `others` are what distinguishes each from the other (`distinctions`). Either the other one has a mark of
    its own in the denial's place (`not before`, `after`), or a word that bounds the denial is none of the other's
    (`not during a migration`). What is denied in every case may be otherwise in one.
    """
    if not _DENIALS.intersection(marks):
        return False
    return bool(others) or bool(_bounds(denial) - _bounds(other))


def _bounds(statement: str) -> set[str]:
    return {word.lower() for word in _BOUND.findall(_REASON.sub("", NOW.sub("", statement)))}
