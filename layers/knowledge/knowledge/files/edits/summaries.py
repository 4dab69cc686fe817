"""Edits of summaries: bullets, and figures under their names."""

import re
from calendar import month_abbr
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from knowledge.files.edits.dates import is_later
from knowledge.files.formats import index, summary
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Tier
from knowledge.files.semver import FIRST
from knowledge.files.splitting import chain
from knowledge.text.statements import marks
from knowledge.text.strings import one_line

MAX_ABOUT = 120  # characters of a line in the index that say what a summary is about

_LABEL = re.compile(r"^(?:Decision|Requirement|Finding|Fact): ")
_SINCE = re.compile(r"(?: \(\d{4}-\d{2}-\d{2}\))?(?: \[\[[^\[\]]*\]\])?$")
_VERSIONED = re.compile(r"(?<!\s)\s+[~^v<>=]*\d[\w.+-]*$")
_COUNTS = re.compile(r"[^\w\s]?\s?-?\d|[A-Z]{3} \d")  # a value of which it is worth saying what it was before
# `- **checkout error rate**: 0.4 % → 0.2 % (2026-02-03T10:00:00+00:00)`: what it was before stands before the arrow.
# What was found once is not given back: three parts that may each be anything would be tried in every division.
_FIGURE = re.compile(r"- \*\*(?>(?P<name>.+?)\*\*: )(?>(?P<before>.* → )?)(?P<value>.*) \((?P<at>[^()\s]+)\)")
_MONTH = re.compile(rf"\b(?:{'|'.join(month_abbr[1:])})[a-z]*", re.I)

# As pairs in JSON, of which Postgres keeps the order.
Named = Annotated[dict[str, str], BeforeValidator(dict), PlainSerializer(lambda named: list(named.items()))]


class Bullets(BaseModel):
    """Facts for a summary, newest first; those that start with a day stand below later ones.

    With `latest`, of those that lead to a description only so many stay. With `named` each is a name and perhaps its
    version: a name stands once, with the version that came last.
    `gone` are lines that are no longer so, each with what stays of it, perhaps nothing. A fact that stands there with
    another day, or without one, is not repeated. `about` is what the index says of it, else the first fact.
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

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The summary with those of the facts that it lacks."""
        head, text, end = _frame(content)
        known = before = _lines(text)
        bare = {_undated(line) for line in known}
        new = [line for line in map(_bullet, dict.fromkeys(self.bullets)) if _undated(line) not in bare]
        gone = {line: left for line, left in self.gone.items() if line not in kept}
        known = [gone.get(line, line) for line in known if line not in gone or _undated(gone[line]).strip("- ")]
        if self.named:
            held = {_name(line) for line in known}
            new = [line for line in new if _VERSIONED.search(line) or _name(line) not in held]
            replaced = {_name(line) for line in new}
            known = [line for line in known if line in kept or _name(line) not in replaced]
        if not new and known == before:
            return None
        place = next((at for at, line in enumerate(known) if not new or not is_later(line, new[0])), len(known))
        lines = [*known[:place], *new, *known[place:]]
        shown = _without_oldest(lines, self.latest, kept) if self.latest else lines
        return _joined(head or _head(self.title, self.at), shown, end) if shown != before else None

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or _LABEL.sub("", re.sub(r" \[\[[^][]*\]\]", "", self.bullets[0]))
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)


class Figures(BaseModel):
    """Current values for a summary, each under its name: a newer one stands behind the one before, with its date.

    What a name says behind its last comma is the period that it is a figure of: the next week's stands behind this
    week's. `about` is what the index says of it, else the names.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["figures"] = "figures"
    path: str
    title: str
    figures: Named
    at: datetime
    about: str = ""

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The summary with those of the values that are newer than its own."""
        head, text, end = _frame(content)
        known = _lines(text)
        lines = known
        for name, value in self.figures.items():
            lines = self._with(lines, one_line(name).replace("*", ""), one_line(value), kept)
        return None if lines == known else _joined(head or _head(self.title, self.at), lines, end)

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or ", ".join(self.figures)
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)

    def changed(self, content: str | None, kept: Collection[str] = ()) -> dict[str, str]:
        """The values that the summary has until now of those of the figures that are another now, by name."""
        own = (line for line in _lines(_frame(content)[1]) if line not in kept)
        lines = [figure for line in own if (figure := _FIGURE.fullmatch(line))]
        held = {figure["name"].casefold(): figure for figure in lines if _is_due(figure["at"], self.at)}
        now = {
            name: (held.get(one_line(name).replace("*", "").casefold()), value) for name, value in self.figures.items()
        }
        return {
            name: figure["value"]
            for name, (figure, value) in now.items()
            if figure and figure["value"] != one_line(value)
        }

    def _with(self, lines: list[str], name: str, value: str, kept: Collection[str]) -> list[str]:
        for place, line in enumerate(lines):
            figure = None if line in kept else _FIGURE.fullmatch(line)
            if figure and _known_by(figure["name"]) == _known_by(name):
                same = (figure["name"].casefold(), figure["value"]) == (name.casefold(), value)
                if not _is_due(figure["at"], self.at) or (same and figure["at"] == self.at.isoformat()):
                    return lines
                if _year(name) < _year(figure["name"]):
                    return lines
                counts = _COUNTS.match(value) and _COUNTS.match(figure["value"])
                trend = f"{_without_note(figure['value'])} → " if counts else ""
                before = (figure["before"] or "") if same else trend
                return [*lines[:place], self._line(name, before + value), *lines[place + 1 :]]
        return [*lines, self._line(name, value)]

    def _line(self, name: str, value: str) -> str:
        return f"- **{name}**: {value} ({self.at.isoformat()})"


def _without_note(value: str) -> str:
    """The value without what is said about it: `210 CHF (until May)` is `210 CHF`."""
    return value.partition(" (")[0] if value.endswith(")") else value


def _lines(text: str) -> list[str]:
    """The lines of a summary's text, without the blank ones around it."""
    stripped = text.strip()
    return [line.rstrip() for line in stripped.split("\n")] if stripped else []


def _frame(content: str | None) -> tuple[str, str, str]:
    """What stands above a summary's lines, the lines, and the link to the next part below them."""
    text = chain.parse_part(Tier.SUMMARY, content or "")
    above = f"{text.head.rstrip()} Part of [[{text.part_of}]]." if text.part_of else text.head
    return above.strip(" "), text.body, f"\n\nContinues in [[{text.continues}]].\n" if text.continues else ""


def _joined(head: str, lines: Sequence[str], end: str = "") -> str:
    return f"{head}\n\n" + "\n".join(lines) + (end or "\n")


def _bullet(text: str) -> str:
    return f"- {one_line(text)}"


def _undated(line: str) -> str:
    """A bullet without the day that a statement was made on and without the link to where it stands whole."""
    return _SINCE.sub("", marks.unpointed(line)).casefold()


def _name(line: str) -> str:
    """What a bullet names, its version aside; other lines name themselves."""
    return _VERSIONED.sub("", line).casefold() if line.startswith("- ") else line


def _head(title: str, at: datetime) -> str:
    return summary.render(Header(title, FIRST, at), "").rstrip(" ")


def _without_oldest(lines: list[str], latest: int, kept: Collection[str]) -> list[str]:
    """The lines without the last of more than `latest` bullets that lead elsewhere, where what they say stands."""
    bullets = [place for place, line in enumerate(lines) if _leads_elsewhere(line)]
    dropped = set(bullets[latest:])
    return [line for place, line in enumerate(lines) if place not in dropped or line in kept]


def _leads_elsewhere(line: str) -> bool:
    return line.startswith("- ") and marks.unpointed(line).endswith("]]")


def _known_by(name: str) -> str:
    """A figure's name without which one of many periods it is of: `visits, week 9`, `visits, May 2026`."""
    what, comma, period = name.casefold().rpartition(", ")
    return what + comma + re.sub(r"\d+", "0", _MONTH.sub("month", period)) if comma else name.casefold()


def _year(name: str) -> str:
    """The year of a figure's period and what stands behind it, as `2026-02`; "" where it names none."""
    year = re.search(r"\b(?:19|20)\d\d\b.*", name.rpartition(", ")[2])
    return year[0] if year else ""


def _is_due(written: str, at: datetime) -> bool:
    """Whether a value of that moment gives way: of two of the same second, which came last is the newer."""
    try:
        return datetime.fromisoformat(written) <= at
    except (ValueError, TypeError):
        return True
