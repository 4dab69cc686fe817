"""From when on something is so, and until when what it changes: `From January the rate is 72 EUR.`"""

import re
from collections.abc import Iterator

from knowledge.text.sentences import sentences
from knowledge.text.statements.former_names import former_names
from knowledge.text.statements.former_values import AT_ONCE, FROM, THEN, ends_something
from knowledge.text.statements.months import MONTH, day_near, first_of
from knowledge.text.statements.values import values

_FROM_MONTH = re.compile(
    rf"\b(?:(from|as of|ab|à partir d[eu]|a partir de)|in|im|en|desde) ({MONTH})\b"
    r"(?:,? (?:of |de )?(\d{4})\b)?(?!\.? \d)",
    re.I,
)
_ON_DAY = re.compile(rf"\b(?:on|am|zum|el|del|le|au|effective) (?=\d|{MONTH} \d)([^,;()!?]{{1,25}})", re.I)
_NEXT, _SOON = 9, 3  # months; what is told of a month that began lately is told of that one


def holds_after(text: str, day: str) -> str:
    """The day from which on it tells something to be so, where that is the only one and yet to come; else the day.

    A month has begun on its first. `On` a day, or `in` a month, is when something else begins than the day itself: not
    where a sentence of its own tells what was done then, and a day of no year that lies far ahead is last year's there.
    """
    days = {one for sentence in sentences(text) for one in _days_ahead(sentence, day, _is_of_more(text))}
    return max(days) if len(days) == 1 else day


def _days_ahead(sentence: str, day: str, is_of_more: bool) -> Iterator[str]:
    is_past = bool(THEN.search(sentence) or _PERFECT.search(sentence))
    begins_then = _is_of_more(sentence) if is_past else is_of_more
    for part in FROM.findall(sentence):
        yield from _dates(part, day)
    for part in _ON_DAY.findall(sentence) if begins_then else []:
        yield from (one for one in _dates(part, day) if not is_past or (int(one[5:7]) - int(day[5:7])) % 12 <= _SOON)
    for begins, name, year in _FROM_MONTH.findall(sentence):
        if (begins or begins_then) and (month := first_of(name, day, year, _NEXT if begins else _SOON)) > day:
            yield month


def _dates(part: str, day: str) -> Iterator[str]:
    """The days to come that it names."""
    near = (day_near(value.value, day) for value in values(part) if value.kind == "date")
    return (one for one in near if one > day)


def _is_of_more(text: str) -> bool:
    """Whether it tells something that may begin: a value that is no day, or what ends."""
    is_other = any(value.kind not in ("date", "weekday") for value in values(text))
    return is_other or ends_something(text) or bool(former_names(text))


# `have switched`, `haben … gewechselt`, `avons changé`, `hemos cambiado`
_PERFECT = re.compile(
    r"(?:\b(?:have|has)|['’]ve) (?:[a-z]+ )?[a-z]+(?:ed|en|t)\b|\b(?:haben|hat|sind|ist)\b.{1,60}\bge\w+(?:t|en)\b|"
    r"\b(?:avons|ont|a) (?:\w+ )?\w+é\b|\b(?:hemos|han|ha) \w+[ai]do\b",
    re.I,
)


def is_at_once(sentence: str) -> bool:
    """Whether it tells what is so now, or what has been done already."""
    return bool(AT_ONCE.search(sentence) or _PERFECT.search(sentence))


def ends_on(before: str, since: str, now: str, day: str) -> str:
    """When what was so since a day ends by what is so now: then, or on a later day from which on that is so.

    What was itself to begin then, or later, never comes to hold, and ends at once.
    """
    begins, otherwise = holds_after(before, since or day), holds_after(now, day)
    return day if begins >= otherwise else otherwise
