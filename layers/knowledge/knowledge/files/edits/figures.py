"""Edits of summaries: figures under their names, each with what it was before."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from knowledge.files.edits import periods
from knowledge.files.edits.periods import ARROW
from knowledge.files.edits.summaries import MAX_ABOUT, frame, headed, joined, text_lines
from knowledge.files.formats import index
from knowledge.text.strings import one_line

_COUNTS = re.compile(r"[^\w\s]?\s?-?\d|[A-Z]{3} \d")  # a value of which it is worth saying what it was before
# `- **checkout error rate**: 0.4 % → 0.2 % (2026-02-03T10:00:00+00:00)`: what it was before stands before the arrow.
# With ` of ` behind its name, and nothing else, it has periods: `- **mrr** of 2026-10: 5 → 2026-11: 7 (2026-12-01…)`.
# What was found once is not given back: three parts that may each be anything would be tried in every division.
_FIGURE = re.compile(
    r"- \*\*(?>(?P<name>.+?)\*\*(?::|(?P<of> of)) )(?>(?P<before>.* → )?)(?P<value>.*) \((?P<at>[^()\s]+)\)"
)

# As pairs in JSON, of which Postgres keeps the order.
Named = Annotated[dict[str, str], BeforeValidator(dict), PlainSerializer(lambda named: list(named.items()))]


class _Held(NamedTuple):
    """What a summary's line has of a figure: its values, the last of them, the period of that, and the moment."""

    values: str
    value: str
    period: str
    at: str


class Figures(BaseModel):
    """Current values for a summary, each under its name: a newer one stands behind the one before, with its date.

    Those of a `period` name it and stand in the order of their periods, also where one comes late: `of 2026-10: 5 →
    2026-11: 7`. Months and years of one figure are two lines, the one told last above the other. `about` is what the
    index says of it, else the names.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["figures"] = "figures"
    path: str
    title: str
    figures: Named
    at: datetime
    period: Annotated[str, AfterValidator(periods.cleaned)] = ""
    about: str = ""

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The summary with those of the values that are newer than its own."""
        head, text, end = frame(content)
        standing = text_lines(text)
        lines = standing
        for name, value in self.figures.items():
            lines = self._with(lines, _called(name), periods.value_of(value), persons_lines)
        return None if lines == standing else joined(headed(head, self.title, self.at), lines, end)

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or ", ".join(self.figures)
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)

    def changed(self, content: str | None, persons_lines: Collection[str] = ()) -> dict[str, str]:
        """The values that the summary has until now of those of the figures that are another now, by name."""
        lines = text_lines(frame(content)[1])
        now = {name: periods.value_of(value) for name, value in self.figures.items()}
        held = {name: figure for name in now if (figure := self._held(lines, _called(name), persons_lines)[1])}
        before = {name: self._until_now(figure) for name, figure in held.items()}
        return {name: value for name, value in before.items() if value and value != now[name]}

    def _held(self, lines: list[str], name: str, persons_lines: Collection[str]) -> tuple[int, _Held | None]:
        """Where the figure stands, and what; behind the last line and nothing where it does not stand yet."""
        for place, line in enumerate(lines):
            figure = None if line in persons_lines else _held_in(line, name)
            if figure and periods.kind(figure.period) == periods.kind(self.period):
                return place, figure
        return len(lines), None

    def _until_now(self, figure: _Held) -> str:
        """The value so far of the same period, where no other period has the same; "" of a later report's."""
        if not _is_due(figure.at, self.at):
            return ""
        if not self.period:
            return figure.value
        values = periods.by_period(figure.values)
        before = values.get(self.period, "")
        return before if list(values.values()).count(before) == 1 else ""

    def _with(self, lines: list[str], name: str, value: str, persons_lines: Collection[str]) -> list[str]:
        place, figure = self._held(lines, name, persons_lines)
        values, at = self._after(figure, value) if figure else (self._with_period(value), self.at.isoformat())
        label = f"**{name}** of" if self.period else f"**{name}**:"
        others = [*lines[:place], *lines[place + 1 :]]
        older = (at for at, line in enumerate(others) if line not in persons_lines and self._is_older(line, name))
        first = min(place, next(older, place))
        return [*others[:first], f"- {label} {values} ({at})", *others[first:]]

    def _is_older(self, line: str, name: str) -> bool:
        """Whether the line tells the same figure by other periods, and was written before."""
        figure = _held_in(line, name)
        return bool(figure and _is_due(figure.at, self.at))

    def _with_period(self, value: str) -> str:
        return f"{self.period}: {value}" if self.period else value

    def _after(self, figure: _Held, value: str) -> tuple[str, str]:
        """The values with this one, and the moment of the latest report; one that comes late is told by its period."""
        is_due = _is_due(figure.at, self.at)
        at = self.at.isoformat() if is_due else figure.at
        if self.period:
            return periods.with_value(figure.values, self.period, value, late=not is_due), at
        if figure.value == value or not is_due:
            return figure.values, at
        counts = _COUNTS.match(value) and _COUNTS.match(figure.value)
        return f"{periods.without_note(figure.value)}{ARROW}{value}" if counts else value, at


def figure(content: str, name: str) -> str:
    """The value that a summary has under a figure's name, of whatever period; "" where it has none."""
    held = (_held_in(line, _called(name)) for line in text_lines(frame(content)[1]))
    return next((one.value.rpartition(": ")[2] for one in held if one), "")


def _held_in(line: str, name: str) -> _Held | None:
    """What the line has of the figure of that name; the release before has its period in its name: `visits, week 9`."""
    figure = _FIGURE.fullmatch(line)
    if not figure:
        return None
    value, at, rest = figure["value"], figure["at"], figure["name"][len(name) :]
    if figure["name"].casefold() == name.casefold():
        period = periods.of_last(value) if figure["of"] else ""
        return _Held(f"{figure['before'] or ''}{value}", value, period, at)
    if figure["name"].casefold().startswith(f"{name.casefold()}, ") and not figure["of"]:
        return _Held(f"{rest[2:]}: {value}", value, rest[2:], at)
    return None


def _called(name: str) -> str:
    """A figure's name as it stands in bold."""
    return one_line(name).replace("*", "")


def _is_due(written: str, at: datetime) -> bool:
    """Whether a value of that moment gives way: of two of the same second, which came last is the newer."""
    try:
        return datetime.fromisoformat(written) <= at
    except (ValueError, TypeError):
        return True
