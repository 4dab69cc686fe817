"""The days that a text names: `2026-02-03`, or with the name of a month, as `3 March 2026` and `March 3rd, 2026`."""

import re
from collections.abc import Collection, Iterator
from datetime import date

from knowledge.text.statements.months import MONTH, day_near, month, numbered

_FIGURES = r"(?<![\w-])(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?!\d)"
_DAY_FIRST = (
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)? (?:of |de )?(?P<name>{MONTH})\.?(?:,? (?:de )?(?P<year>\d{{4}})\b)?"
)
_MONTH_FIRST = rf"\b(?P<name>{MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}})\b)?"
_IN_FIGURES, *_NAMED = (re.compile(form, re.I) for form in (_FIGURES, _DAY_FIRST, _MONTH_FIRST))
# What opens a line, and so all below it, as a heading does: `- 2026-02-03 — …`, `[2026-02-03 09:12] Ann: …`
_OPENING = re.compile(rf"^ {{0,3}}(?:[-*+] )?[\[(*_]{{0,3}}{_FIGURES}", re.M)

_CLOSING = re.compile(rf"^.*\({_FIGURES}\)$", re.M)  # `- The limit is 14. (2026-03-12)`


def first_day(text: str) -> date | None:
    """The first day, of a year that is stated, that the text names."""
    named = [match for form in (_IN_FIGURES, *_NAMED) for match in form.finditer(text)]
    read = ((match.start(), _date(match)) for match in named)
    return min(((start, day) for start, day in read if day), default=(0, None))[1]


def line_days(text: str) -> Iterator[tuple[int, date]]:
    """The days in figures by which lines begin, or end in brackets, each with where its line does; in their order."""
    matches = [*_OPENING.finditer(text), *_CLOSING.finditer(text)]
    yield from sorted((match.start(), day) for match in matches if (day := _date(match)))


def figured_days(text: str, today: str) -> list[str]:
    """The days that it names by their months, in figures: of no year, the last that were by `today`."""
    named = (_date(match, today) for form in _NAMED for match in form.finditer(text))
    return [day.isoformat() for day in named if day]


def without_days(text: str, days: Collection[date], today: str) -> str:
    """The text without these days; of no year is meant the one nearest to `today`."""
    named = {day.isoformat() for day in days}
    for form in (_IN_FIGURES, *_NAMED):
        text = form.sub(lambda match: " " if _near(match, today) in named else match[0], text)
    return text


def _near(match: re.Match[str], today: str) -> str:
    name = match.groupdict().get("name")
    return day_near(f"{match['day']} {month(name)} {match['year'] or ''}", today) if name else match[0]


def _date(match: re.Match[str], today: str = "") -> date | None:
    """The day that was matched; None where there is no such, or where neither it nor `today` tells the year."""
    stated = match.groupdict()
    name, year = stated.get("name"), stated["year"]
    if not year and not today:
        return None
    month = numbered(name, today, year or "") if name else f"{year}-{stated['month']}"
    try:
        return date.fromisoformat(f"{month}-{int(stated['day']):02}")
    except ValueError:
        return None
