"""Whose a clause is: a competitor's price is not ended by ours, nor one customer's number by another's.

In a list behind a subject (`Fitpark asks EUR 39; sauna EUR 6`) the clause has no subject of its own: it is of the one
that stands before it.
"""

import re

from knowledge.text.keywords import DETERMINERS, PRONOUNS
from knowledge.text.statements.clauses import Clause, parts
from knowledge.text.statements.months import is_month
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import values

OURS = "we"
_FIRST_PERSON = re.compile(
    r"(?:we|our|ours|wir|uns|unser(?:e[mnrs]?)?|nous|notre|nos|nosotr[oa]s|nuestr[oa]s?|nós|noss[oa]s?|wij|onze|"
    r"nostr[oaie])\b",
    re.I,
)
# What it begins with, as a name does, and what is said of it: `Pessl (iMetos) wants`
_NAMED = re.compile(r"((?-i:[A-ZÀ-Þ])[\w&-]*\w)(?: (?-i:[A-ZÀ-Þ])[\w&-]*)*(?: \([^()]{1,40}\))? (?-i:[a-zß-ÿ])")
# It is theirs beside others'; `too long` is not.
_AS_WELL = re.compile(
    r"\b(?:too(?=[,.;!]|$)|as well|likewise|auch|ebenfalls|aussi|également|también|também|anche|också|ook|też)\b", re.I
)


def are_of_others(new: Clause, old: Clause, subjects: Subjects) -> bool:
    """Whether each is somebody's, and not the same one's, as far as both say.

    Who has, or wants, it as well is another, whose the earlier one is or not.
    """
    one, two = _owner(new, subjects), _owner(old, subjects)
    if not one or one == two or _tells_of(old, one, subjects):
        return False
    if not two:
        return one != OURS and bool(_AS_WELL.search(new.sentence))
    return not _tells_of(new, two, subjects)


def _owner(clause: Clause, subjects: Subjects) -> str:
    """The key of the name, or `OURS`, that stands nearest before the clause or in its beginning; '' where none does."""
    texts = parts(clause.sentence)
    behind = texts.index(clause.text) if clause.text in texts else 0
    return next(filter(None, (_named(text, subjects) for text in reversed(texts[: behind + 1]))), "")


def _named(text: str, subjects: Subjects) -> str:
    name = _NAMED.match(text)
    if name and subjects.may_be_name(name[1]) and not _says_when(name[1]):
        return subjects.key(name[1])
    return OURS if any(_FIRST_PERSON.match(word) for word in text.split()) else ""


def _says_when(word: str) -> bool:
    return is_month(word) or bool(values(word)) or word.casefold() in DETERMINERS | PRONOUNS


def _tells_of(clause: Clause, owner: str, subjects: Subjects) -> bool:
    """Whether the sentence speaks of the owner, too."""
    return owner in {subjects.key(word) for word in re.findall(r"[^\W_]+", clause.sentence)}
