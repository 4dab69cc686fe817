"""Edits of knowledge files: each leaves a file as it is that carries it already."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from knowledge.files import paths
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.description import Description
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Tier
from knowledge.files.semver import FIRST
from knowledge.files.splitting import chain
from knowledge.text import frontmatter, markdown
from knowledge.text.strings import one_line

MAX_ABOUT = 120  # characters of a line in the index that say what a summary is about

_DAY = re.compile(r"(?:- )?(\d{4}-\d{2}-\d{2})(?::| —) ")  # what bullets and headings of a log start with
_MARK = re.compile(r"^(- )\*\*(Event|Reports)\*\*(?=:)", re.M)
_LABEL = re.compile(r"^(?:Decision|Requirement|Finding|Fact): ")
_SINCE = re.compile(r"(?: \(\d{4}-\d{2}-\d{2}\))?(?: \[\[[^\[\]]*\]\])?$")
_VERSIONED = re.compile(r"(?<!\s)\s+[~^v<>=]*\d[\w.+-]*$")
_COUNTS = re.compile(r"[^\w\s]?\s?-?\d|[A-Z]{3} \d")  # a value of which it is worth saying what it was before
# `- **checkout error rate**: 0.4 % → 0.2 % (2026-02-03T10:00:00+00:00)`: what it was before stands before the arrow.
# What was found once is not given back: three parts that may each be anything would be tried in every division.
_FIGURE = re.compile(r"- \*\*(?>(?P<name>.+?)\*\*: )(?>(?P<before>.* → )?)(?P<value>.*) \((?P<at>[^()\s]+)\)")


class Edit(Protocol):
    """A change to one file. It depends on nothing but the file's content, and leaves as it is what carries it.

    Lines that are to be `kept`, since a person wrote them, stay whatever else the change says.
    """

    @property
    def path(self) -> str:
        """The file that it changes."""

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The file with the change, from its content or None where there is none; None where it has it already."""


class Listing(BaseModel):
    """Topics' lines in the index."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["listing"] = "listing"
    path: str = paths.INDEX
    entries: list[index.IndexEntry]

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The index with a line for each topic; one whose location it has already stays as it is."""
        listed = content or ""
        known = {entry.location for entry in index.entries(listed)}
        for entry in self.entries:
            listed = listed if entry.location in known else index.with_entry(listed, entry)
        return listed if listed != content else None


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
        known = [left for line in known if (left := gone.get(line, line)) or line not in gone]
        if self.named:
            held = {_name(line) for line in known}
            new = [line for line in new if _VERSIONED.search(line) or _name(line) not in held]
            replaced = {_name(line) for line in new}
            known = [line for line in known if line in kept or _name(line) not in replaced]
        if not new and known == before:
            return None
        place = next((at for at, line in enumerate(known) if not new or not _is_later(line, new[0])), len(known))
        lines = [*known[:place], *new, *known[place:]]
        shown = _without_oldest(lines, self.latest, kept) if self.latest else lines
        return _joined(head or _head(self.title, self.at), shown, end) if shown != before else None

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or _LABEL.sub("", re.sub(r" \[\[[^]]*\]\]", "", self.bullets[0]))
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)


class Figures(BaseModel):
    """Current values for a summary, each under its name: a newer one stands behind the one before, with its date.

    `about` is what the index says of it, else the names.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["figures"] = "figures"
    path: str
    title: str
    figures: dict[str, str]
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
        lines = [found for line in own if (found := _FIGURE.fullmatch(line))]
        held = {found["name"].casefold(): found for found in lines if _is_due(found["at"], self.at)}
        now = {
            name: (held.get(one_line(name).replace("*", "").casefold()), value) for name, value in self.figures.items()
        }
        return {
            name: found["value"] for name, (found, value) in now.items() if found and found["value"] != one_line(value)
        }

    def _with(self, lines: list[str], name: str, value: str, kept: Collection[str]) -> list[str]:
        for place, line in enumerate(lines):
            found = None if line in kept else _FIGURE.fullmatch(line)
            if found and found["name"].casefold() == name.casefold():
                same = found["value"] == value
                if not _is_due(found["at"], self.at) or (same and found["at"] == self.at.isoformat()):
                    return lines
                trend = f"{found['value']} → " if _COUNTS.match(value) and _COUNTS.match(found["value"]) else ""
                before = (found["before"] or "") if same else trend
                return [*lines[:place], self._line(name, before + value), *lines[place + 1 :]]
        return [*lines, self._line(name, value)]

    def _line(self, name: str, value: str) -> str:
        return f"- **{name}**: {value} ({self.at.isoformat()})"


class SectionEdit(BaseModel):
    """A section of a description, newest first by the day in its heading, known by a line of its own.

    A description that it makes leads to the `related` files.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["section"] = "section"
    path: str
    title: str
    tags: list[str] = []
    scope: str = ""
    heading: str
    body: str
    mark: str
    at: datetime
    related: list[str] = []

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The description with the section before those that are not of a later day, below what stands above them."""
        whole = content if content is not None else self._new()
        if f"\n{self.mark}\n" in whole.replace("\r\n", "\n"):
            return None
        place = _place(whole, one_line(self.heading))
        before = whole[:place].rstrip("\r\n")
        body = _MARK.sub(r"\1\2", self.body.strip())  # the line by which another is known is not this one's to write
        gap = "\n" if body.rpartition("\n")[2].startswith("- ") else "\n\n"
        section = f"## {one_line(self.heading)}\n\n{body}{gap}{self.mark}\n"
        return f"{before}\n\n{section}" + (f"\n{after}" if (after := whole[place:].lstrip("\r\n")) else "")

    def _new(self) -> str:
        links = "".join(f"- [[{path}]]\n" for path in self.related)
        text = f"\n\n# {one_line(self.title)}\n" + (f"\n## Related\n\n{links}" if links else "")
        return description.render(Description(self.title, FIRST, self.at, self.at, text, self.tags, self.scope))


class Marks(BaseModel):
    """Marks in a description: what it says that is no longer so, until when, and what is so now."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["marks"] = "marks"
    path: str
    marks: dict[str, str]

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The description with each mark behind its words, where they first stand below a heading; None without any."""
        marked = content or ""
        for words, mark in self.marks.items():
            found = re.search(rf"^(?!#).*?{re.escape(words)}", marked, re.M) or re.search(re.escape(words), marked)
            place = found.end() - len(words) if found else -1
            note = f" *({mark})*"
            line = marked[marked.rfind("\n", 0, place) + 1 :].partition("\n")[0].strip()
            if place >= 0 and line not in kept and not marked.startswith(note, place + len(words)):
                marked = marked[: place + len(words)] + note + marked[place + len(words) :]
        return marked if content is not None and marked != content else None


class NewFile(BaseModel):
    """A description of its own: written once and never again, or where it `replaces` what it was."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["new"] = "new"
    path: str
    content: str
    replaces: bool = False

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The file, where there is none or another."""
        replaced = self.replaces and not kept and content != self.content
        return self.content if content is None or replaced else None


class Several(BaseModel):
    """Edits of one file in one change."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["several"] = "several"
    path: str
    edits: list[Bullets | Figures | SectionEdit | Marks]

    def after(self, content: str | None, kept: Collection[str] = ()) -> str | None:
        """The file with all of them; None where it has all."""
        after = content
        for edit in self.edits:
            made = edit.after(after, kept)
            after = after if made is None else made
        return after if after != content else None


AnyEdit = Annotated[Listing | Bullets | Figures | Several | SectionEdit | Marks | NewFile, Field(discriminator="kind")]


def with_lower_headings(text: str, levels: int) -> str:
    """The Markdown text with its headings so many levels lower, the sixth at most: as part of a section."""
    lowered = text
    for block in reversed(markdown.blocks(text)):
        if block.is_heading and text[block.start :].lstrip(" ").startswith("#"):
            lowered = lowered[: block.start] + "#" * min(levels, 6 - block.rank) + lowered[block.start :].lstrip(" ")
    return lowered


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
    return _SINCE.sub("", line).casefold()


def _name(line: str) -> str:
    """What a bullet names, its version aside; other lines name themselves."""
    return _VERSIONED.sub("", line).casefold() if line.startswith("- ") else line


def _head(title: str, at: datetime) -> str:
    return summary.render(Header(title, FIRST, at), "").rstrip(" ")


def _without_oldest(lines: list[str], latest: int, kept: Collection[str]) -> list[str]:
    """The lines without the last of more than `latest` bullets that lead elsewhere, where what they say stands."""
    bullets = [place for place, line in enumerate(lines) if line.startswith("- ") and line.endswith("]]")]
    dropped = set(bullets[latest:])
    return [line for place, line in enumerate(lines) if place not in dropped or line in kept]


def _is_due(written: str, at: datetime) -> bool:
    """Whether a value of that moment gives way: of two of the same second, which came last is the newer."""
    try:
        return datetime.fromisoformat(written) <= at
    except (ValueError, TypeError):
        return True


def _place(content: str, heading: str) -> int:
    """Where the first heading of the second level stands that is not of a later day, or the end of the text."""
    skip = len(frontmatter.split(content)[0])
    sections = (block for block in markdown.blocks(content, skip) if block.rank == 2)
    older = (block.start for block in sections if not _is_later(block.title, heading))
    return next(older, chain.end_of_text(content))


def _is_later(line: str, other: str) -> bool:
    """Whether both start with a day, and the first with the later one."""
    day, another = _DAY.match(line), _DAY.match(other)
    return bool(day and another and day[1] > another[1])
