"""The values that a figure has period by period, as one text: `2026-10: 5 → 2026-11: 7`."""

import re

from knowledge.text.statements.months import MONTH, number
from knowledge.text.strings import one_line

MAX_PERIODS = 6  # the latest, that a summary shows; a log has all
ARROW = " → "

_MONTH = re.compile(rf"\b{MONTH}", re.I)
_COLON = re.compile(r"(?<!:):++(?=\s|$)")  # `Q3 :` and `Q3:`, never `10:30`
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def kind(period: str) -> str:
    """What two periods of which each may follow the other have in common: `week 9` and `week 10` are weeks."""
    return re.sub(r"\d+", "0", _MONTH.sub("month", period)).casefold()


def of_last(values: str) -> str:
    """The period of the last value; "" where it names none."""
    period, named, _ = values.rpartition(ARROW)[2].partition(": ")
    return period if named else ""


def cleaned(period: str) -> str:
    """The period without what parts it from its value, and from other periods' values."""
    return one_line(_COLON.sub(" ", value_of(period)))


def value_of(text: str) -> str:
    """The text in one line, as a value that stands beside others: the arrow between them is none of its own."""
    return one_line(text.replace(ARROW.strip(), "->"))


def with_value(values: str, period: str, value: str, *, late: bool = False) -> str:
    """The values with the period's own in its place: by year, month and number, else behind those told before.

    A period that is told alone keeps what it was before. A `late` report changes no value that is told, and where its
    period names no year, its place is not known.
    """
    held = by_period(values)
    if held.get(period) == value or (late and (period in held or not _place(period))):
        return values
    if list(held) == [period]:
        return f"{period}: {without_note(held[period])}{ARROW}{period}: {value}"
    *earlier, last = sorted({**held, period: value}.items(), key=lambda entry: _place(entry[0]))[-MAX_PERIODS:]
    return ARROW.join([*(f"{name}: {without_note(text)}" for name, text in earlier), ": ".join(last)])


def by_period(values: str) -> dict[str, str]:
    """The value of each period, in the order of the text; of one that it tells twice the later."""
    parts = (value.partition(": ") for value in values.split(ARROW))
    return {period: value for period, _, value in parts}


def without_note(value: str) -> str:
    """The value without what is said about it: `210 CHF (until May)` is `210 CHF`."""
    return value.partition(" (")[0] if value.endswith(")") else value


def _place(period: str) -> list[int]:
    year = _YEAR.search(period)
    if not year:
        return []
    months = [number(name) for name in _MONTH.findall(period)]
    return [int(year[0]), *months, *map(int, re.findall(r"\d+", _YEAR.sub(" ", period, count=1)))]
