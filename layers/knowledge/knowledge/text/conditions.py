"""In which case a statement holds, and since when: who forbids something in one case says nothing of another.

SQL asks the same of learnings (`_denies_elsewhere`, `_since_when`); tests compare both. Cases are English: of other
languages the words that bound a statement are compared as all others are.
"""

import re
from collections.abc import Collection

from knowledge.text.statements.former_values import NOW
from knowledge.text.statements.months import MONTH

_DENIALS = frozenset({"not", "deny"})
# Prepositions and conjunctions of time, place and condition, a closed class; and where a reason begins.
_BOUND = re.compile(
    r"\b(?:before|after|during|until|till|while|when|whenever|where|wherever|if|once|with|within|in|inside|out"
    r"|outside|on|off|at|from|to|into|above|below|over|under|between|through|against|beyond|behind)\b",
    re.I,
)
_REASON = re.compile(r"[;:.]\s.*|,? because\b.*", re.I | re.S)
# Since when it holds, before it says what: behind "as of" and "from" stands a day, a month or a year (`As of age 18`
# tells a case), behind "after" what has happened once (`After the meal` tells one, too).
_DATED = re.compile(
    r"\W*(?:as of|from|starting|beginning|effective(?: from)?|since|ab|seit|depuis|à partir de|a partir d[ei]|desde"
    rf"|dal?) (?:(?:\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of |de )?)?{MONTH}(?: \d{{4}})?|\d{{4}}(?:-\d\d)*"
    r"|(?:this|next|last) \w+)\b,? ",
    re.I,
)
_EVENT = re.compile(
    r"\W*(?:since|seit|after (?:[^\n]* )?(?:last \w+|(?:we|they|he|she|it|i) \w+ed|was|were|\d{4}))\b", re.I
)
_TO_THE_COMMA = re.compile(r"[^,;.:]+, ")
_FIRST_WORDS = re.compile(r"\W*(\w+\W+\w+)")


def since_when(statement: str, other: str) -> str:
    """The words with which a statement says since when it holds: `As of November `, `Since the renovation `, or none.

    Without a comma or a day they end where what the other one begins with begins.
    """
    if dated := _DATED.match(statement):
        return dated[0]
    first = _FIRST_WORDS.match(other)
    before = statement[: max(0, statement.lower().find(first[1].lower()))] if first else ""
    comma = _TO_THE_COMMA.match(statement)
    openings = [comma[0] if comma else "", before]
    return max(opening if _opens(opening) else "" for opening in openings)


def _opens(words: str) -> bool:
    return bool(_EVENT.match(words)) and not re.search(r"[;.:]|, .", words)


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
