"""Edits of summaries: bullets, and figures under their names."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from knowledge.files.edits import periods
from knowledge.files.edits.dates import is_later
from knowledge.files.edits.periods import ARROW
from knowledge.files.edits.rival_lines import outdone, overruled, undated
from knowledge.files.formats import index, summary
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Tier
from knowledge.files.semver import FIRST
from knowledge.files.splitting import chain
from knowledge.text.statements import entry_lines, marks
from knowledge.text.strings import one_line

MAX_ABOUT = 120  # characters of a line in the index that say what a summary is about

_VERSIONED = re.compile(r"(?<!\s)\s+[~^v<>=]*\d[\w.+-]*$")  # `- fastapi ~0.110`: the version behind a name
_COUNTS = re.compile(r"[^\w\s]?\s?-?\d|[A-Z]{3} \d")  # a value of which it is worth saying what it was before
# `- **checkout error rate**: 0.4 % → 0.2 % (2026-02-03T10:00:00+00:00)`: what it was before stands before the arrow.
# With ` of ` behind its name, and nothing else, it has periods: `- **mrr** of 2026-10: 5 → 2026-11: 7 (2026-12-01…)`.
# What was found once is not given back: three parts that may each be anything would be tried in every division.
_FIGURE = re.compile(
    r"- \*\*(?>(?P<name>.+?)\*\*(?::|(?P<of> of)) )(?>(?P<before>.* → )?)(?P<value>.*) \((?P<at>[^()\s]+)\)"
)

# As pairs in JSON, of which Postgres keeps the order.
Named = Annotated[dict[str, str], BeforeValidator(dict), PlainSerializer(lambda named: list(named.items()))]


class Bullets(BaseModel):
    """Facts for a summary, newest first; those of a day stand below those of later ones.

    With `latest`, of those that lead to a description only so many stay. With `named` each is a name and perhaps its
    version: a name stands once, with the version that came last.
    `gone` are lines that are no longer so, each with what stays of it, perhaps nothing. A fact that stands there with
    another day, or without one, is not repeated. `about` is what the index says of it, else the first fact.
    `below` has those that a person's line says otherwise, each with that line: they stand below it.
    What others wrote meanwhile of the same change is marked: the last one is so.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["bullets"] = "bullets"
    path: str
    title: str
    bullets: list[str]
    at: datetime
    about: str = ""
    latest: int | None = None
    named: bool = False
    gone: dict[str, str] = {}
    below: dict[str, str] = {}

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The summary with those of the facts that it lacks."""
        head, text, end = _frame(content)
        standing = before = _lines(text)
        bare = {undated(line) for line in standing}
        new = [line for line in map(_bullet, dict.fromkeys(self.bullets)) if undated(line) not in bare]
        gone = {line: left for line, left in self.gone.items() if line not in persons_lines}
        standing = [gone.get(line, line) for line in standing if line not in gone or undated(gone[line]).strip("- ")]
        if not (self.named or self.latest):
            standing = [line if line in persons_lines else outdone(line, new, self.at) for line in standing]
        if self.named:
            held = {_name(line) for line in standing}
            new = [line for line in new if _VERSIONED.search(line) or _name(line) not in held]
            replaced = {_name(line) for line in new}
            standing = [line for line in standing if line in persons_lines or _name(line) not in replaced]
        if not new and standing == before:
            return None
        later = (at + 1 for at, line in enumerate(standing) if new and is_later(line, new[0]))
        place = max(later, default=summary.below_title(standing))
        lines = overruled([*standing[:place], *new, *standing[place:]], self.below)
        shown = _without_oldest(lines, self.latest, persons_lines) if self.latest else lines
        return _joined(head or _head(self.title, self.at), shown, end) if shown != before else None

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or entry_lines.unlabelled(re.sub(r" \[\[[^][]*\]\]", "", self.bullets[0]))
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)


class _Held(NamedTuple):
    """What a summary's line has of a figure: its values, the last of them, the period of that, and the moment."""

    values: str
    value: str
    period: str
    at: str


class Figures(BaseModel):
    """Current values for a summary, each under its name: a newer one stands behind the one before, with its date.

    Those of a `period` name it and stand in the order of their periods, also where one comes late: `of 2026-10: 5 →
    2026-11: 7`. Months and years of one figure are two lines. `about` is what the index says of it, else the names.
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
        head, text, end = _frame(content)
        standing = _lines(text)
        lines = standing
        for name, value in self.figures.items():
            lines = self._with(lines, _called(name), periods.value_of(value), persons_lines)
        return None if lines == standing else _joined(head or _head(self.title, self.at), lines, end)

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or ", ".join(self.figures)
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)

    def changed(self, content: str | None, persons_lines: Collection[str] = ()) -> dict[str, str]:
        """The values that the summary has until now of those of the figures that are another now, by name."""
        lines = _lines(_frame(content)[1])
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
        return [*lines[:place], f"- {label} {values} ({at})", *lines[place + 1 :]]

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
    held = (_held_in(line, _called(name)) for line in _lines(_frame(content)[1]))
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


def _lines(text: str) -> list[str]:
    """The lines of a summary's text, without the blank ones around it."""
    stripped = text.strip()
    return [line.rstrip() for line in stripped.split("\n")] if stripped else []


def _frame(content: str | None) -> tuple[str, str, str]:
    """What stands above a summary's lines, the lines, and the link to the next part below them."""
    text = chain.parse_part(Tier.SUMMARY, content or "")
    above = f"{text.head.rstrip()} Part of [[{text.part_of}]]." if text.part_of else text.head
    return above.strip(" "), text.body, f"\n\nContinues in [[{text.continues}]].\n" if text.continues else ""


def _called(name: str) -> str:
    """A figure's name as it stands in bold."""
    return one_line(name).replace("*", "")


def _joined(head: str, lines: Sequence[str], end: str = "") -> str:
    return f"{head}\n\n" + "\n".join(lines) + (end or "\n")


def _bullet(text: str) -> str:
    return f"- {one_line(text)}"


def _name(line: str) -> str:
    """What a bullet names, its version aside; other lines name themselves."""
    return _VERSIONED.sub("", line).casefold() if line.startswith("- ") else line


def _head(title: str, at: datetime) -> str:
    return summary.render(Header(title, FIRST, at), "").rstrip(" ")


def _without_oldest(lines: list[str], latest: int, persons_lines: Collection[str]) -> list[str]:
    """The lines without the last of more than `latest` bullets that lead elsewhere, where what they say stands."""
    bullets = [place for place, line in enumerate(lines) if _leads_elsewhere(line)]
    dropped = set(bullets[latest:])
    return [line for place, line in enumerate(lines) if place not in dropped or line in persons_lines]


def _leads_elsewhere(line: str) -> bool:
    return line.startswith("- ") and marks.unpointed(line).endswith("]]")


def _is_due(written: str, at: datetime) -> bool:
    """Whether a value of that moment gives way: of two of the same second, which came last is the newer."""
    try:
        return datetime.fromisoformat(written) <= at
    except (ValueError, TypeError):
        return True
