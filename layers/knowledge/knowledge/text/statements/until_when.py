"""From when on something is so, and until when what it changes: `From January the rate is 72 EUR.`"""

import re

from knowledge.text.statements.former_names import former_names
from knowledge.text.statements.former_values import AT_ONCE, FROM, ends_something
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

    A month has begun on its first. `On` a day, or `in` a month, is when something else begins than the day itself.
    """
    is_of_more = (
        ends_something(text)
        or bool(former_names(text))
        or any(value.kind not in ("date", "weekday") for value in values(text))
    )
    parts = [*FROM.findall(text), *(_ON_DAY.findall(text) if is_of_more else [])]
    stated = (value.value for part in parts for value in values(part) if value.kind == "date")
    months = (
        first_of(name, day, year, _NEXT if begins else _SOON)
        for begins, name, year in _FROM_MONTH.findall(text)
        if begins or is_of_more
    )
    days = {one for one in (*(day_near(date, day) for date in stated), *months) if one > day}
    return max(days) if len(days) == 1 else day


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
