"""Which number or name is what a statement is about, and no value of it: `Contract 2231 was signed by Olsen`.

Of two statements that differ in such a one each is about a thing of its own. SQL asks the same of learnings
(`_is_about`, `_numbers_one`); a test compares both.
"""

import re
from collections.abc import Iterable

# The noun at the beginning, with an article, or the part of one: `The door of lab 3`, `CVE-2026-1201`, `PR #4`.
_NOUN = re.compile(r"[^\w]*(?:(?:the|our|der|die|das|le|la|el) )?(?:\w+ of (?:the )?)?(?:\w+[ -]#?){1,2}[a-z]?", re.I)
_AMOUNT = re.compile(r"\b(?:of|at|to|by|in|on|for|than|until|only|about) $", re.I)  # `the limit of 14`
_MAY_CHANGE = re.compile(
    r" (?:is|are|ist|sind|wird|est|es) (?:(?:not|now|still|nicht|jetzt|noch) )?"
    r"(?:required|needed|used|enough|the|our)\b",
    re.I,
)
_TAKES_OBJECT = re.compile(r" (?!(?:is|was|has) )(?:\w+s (?:the|that)|\w+ed)\b")
_IS = re.compile(
    r" (?:is|are|was|were|has|had|ist|sind|war|waren|wird|wurden?|est|sont|était|es|son|está|están|fue|è|sono|é|são"
    r"|foi) "
)
_VERB = re.compile(r" (?:\w+s|can|may|must|will|should|have)\b")
_ANY_VERB = re.compile(r" (?:\w+s|must|can|may|will|should|are|have|was|were)\b")
# Where the one is that a number names: it stands between it and the verb, or the other way round before all else.
_WHERE = re.compile(
    r" (?:in|of|at|on|from|for|with|under) (?:(?:the|our|an?|der|die|das|den|dem|des|la|le|el) \w+|\w+ \d+)(?= \w+ \w)"
)
_NAME = re.compile(r"(?:-{0,2}|/)[^\W\d]")
_FIRST = re.compile(r"[^\w]*(?:\w+ ){0,2}[^\w]?")
_CLOSES = re.compile(r"[^\w]?")  # a quotation mark
_PLACE = re.compile(r"[^\w]*(?:in|on|at|im|an|am|auf|dans|en|à) (?:(?:the|our|der|dem|la|le|el) )?\w+ $", re.I)
_ARTICLE = re.compile(r",? (?:the|our|an?|der|die|das|les?|la|el|los|las)\b")
_CODE = re.compile(r"-|^0\d")  # it counts nothing
_JOINED = re.compile(r"[-#a-z]$", re.I)
_VERSION = re.compile(r"\d+\.\d")
# A time of the day, which tells one of several things or occasions behind an article (`the 9:00 train`), at the very
# beginning (`At 9:00 the gate is opened`) and before the verb (`Lunch at 12:00 is vegetarian`).
_CLOCK = re.compile(r"\d{1,2}:\d\d\b")
_THE = re.compile(r".*\b(?:the|our|der|die|das|den|dem|el|il|le) $", re.I | re.S)
_THING = re.compile(r" [^\W\d_]")
_OPENING = re.compile(r"[^\w]*\w{1,5} $")
_SUBJECT = re.compile(r"[^\w]*(?:\w+ ){2,5}$")
_PREDICATE = re.compile(r" (?:\w{3,}s \w|(?:is|are|ist|sind|est|es|è|é|can|may|must|will|should|have)\b)")

# What a statement begins with, if it is no order: a noun or its attribute, or a verb's noun.
_THING_BEHIND = re.compile(r"\W*(?:the|our|der|die|das|le|la|les|el|los|las|il|lo|gli) (\w+)", re.I)
_THING_FIRST = re.compile(
    r"\W*(\w+ing\b|\w+\b(?= (?:\w+ )?(?:\w{2,}s|must|can|may|will|should|are|have|was|were)\b))", re.I
)


def are_of_opposites(statement: str, other: str, marks: Iterable[str]) -> bool:
    """Whether two statements that differ in an opposite are about the two: `The export fails`, `The import fails`."""
    one, two = _thing(statement), _thing(other)
    return (
        bool(one and two) and one != two and any(mark.islower() and mark.isalpha() and mark != "not" for mark in marks)
    )


def _thing(statement: str) -> str:
    match = _THING_BEHIND.match(statement) or _THING_FIRST.match(statement)
    return match[1].lower() if match else ""


def is_about(statement: str, mark: str) -> bool:
    """Whether the number or name is what the statement is about: it stands at its beginning, and a verb behind it."""
    if mark[0].isdigit():
        return numbers_its_subject(statement, mark)
    before, there, behind = statement.partition(mark)
    if not there or mark == "not" or not _NAME.match(mark) or not _FIRST.fullmatch(before):
        return False
    behind = behind if behind[:1] == " " else _CLOSES.sub("", behind, count=1)
    where = _WHERE.match(behind)
    return bool(_ANY_VERB.match(behind) or (where and _ANY_VERB.match(behind[where.end() :])))


def numbers_its_subject(statement: str, number: str) -> bool:
    """Whether the number stands behind the noun with which a statement begins, and a verb behind it.

    Not what is counted (`Retry 3 times`), nor what may change its number (`Python 3.12 is required`). Nouns and verbs
    are most of them English.
    """
    before, there, behind = statement.partition(number)
    if _CLOCK.match(number):
        return bool(there) and _is_of_its_hour(before, behind)
    if not there or not _NOUN.fullmatch(before) or _AMOUNT.search(before) or _MAY_CHANGE.match(behind):
        return False
    if _PLACE.match(before) and _ARTICLE.match(behind):
        return True
    if where := _WHERE.match(behind):
        verb = behind[where.end() :]
        return bool(_VERB.match(verb) or _IS.match(verb))
    is_code = bool(_CODE.search(number) or _JOINED.search(before))
    is_version = bool(_VERSION.match(number))
    named = bool(_IS.match(behind)) or (is_code and bool(_VERB.match(behind)))
    return bool(_TAKES_OBJECT.match(behind)) or (named and not is_version)


def _is_of_its_hour(before: str, behind: str) -> bool:
    """Whether what stands around a time of the day says that it tells which one is meant."""
    is_named = bool(_THE.match(before) or _OPENING.fullmatch(before)) and bool(_THING.match(behind))
    return is_named or bool(_SUBJECT.fullmatch(before) and _PREDICATE.match(behind))
