"""Edits of descriptions: sections of a log, marks of what is no longer so, records and files of their own."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from knowledge.files.edits.dates import is_later
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.semver import FIRST
from knowledge.files.splitting import chain
from knowledge.text import frontmatter, markdown
from knowledge.text.statements.entry_lines import KEYS
from knowledge.text.statements.marks import renewed
from knowledge.text.strings import as_whole, one_line

# The status of a decision that stands, of one of which a part is no longer so, and of one that is over.
ACCEPTED, CHANGED, SUPERSEDED = "accepted", "changed in part", "superseded"

# `- **Event**: …`: a line by which an entry is known again
_MARK = re.compile(rf"^(- )\*\*({'|'.join(KEYS)})\*\*(?=:)", re.M)
_TITLE = re.compile(r"^# .*$", re.M)
_SENTENCE_ENDS = r"(?=[^\w\s|]*(?:(?<=[.!?])(?=\s|$)|(?<=[。！？])|\s*$|\s*\||\s\*\())"
_STATUS = re.compile(r"^Status: (.*)$", re.M)


class SectionEdit(BaseModel):
    """A section of a description, newest first by the day in its heading, known by a line of its own.

    A section that is there gets those of its `items` that it lacks. A description that it makes leads to the `related`
    files.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["section"] = "section"
    path: str
    title: str
    tags: list[str] = []
    scope: str = ""
    project: str = ""
    heading: str
    body: str
    mark: str
    at: datetime
    related: list[str] = []
    items: list[str] = []

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The description with the section before those that are not of a later day, below what stands above them."""
        whole = content if content is not None else self._new()
        if f"\n{self.mark}\n" in whole.replace("\r\n", "\n"):
            return self._completed(whole)
        place = _place(whole, one_line(self.heading))
        before = whole[:place].rstrip("\r\n")
        text = "\n".join([*(f"- {item}" for item in self.items), self.body.strip()])
        body = _MARK.sub(r"\1\2", text.strip())  # the line by which another is known is not this one's to write
        gap = "\n" if body.rpartition("\n")[2].startswith("- ") else "\n\n"
        section = f"## {one_line(self.heading)}\n\n{body}{gap}{self.mark}\n"
        return f"{before}\n\n{section}" + (f"\n{after}" if (after := whole[place:].lstrip("\r\n")) else "")

    def _completed(self, whole: str) -> str | None:
        """The description with the items that its section lacks above the line by which it is known; None without."""
        end = whole.index(f"\n{self.mark}") + 1
        section = whole[whole.rfind("\n## ", 0, end) + 1 : end].splitlines()
        lacking = [f"- {item}" for item in self.items if f"- {item}" not in section]
        return whole[:end] + "\n".join([*lacking, ""]) + whole[end:] if lacking else None

    def _new(self) -> str:
        links = "".join(f"- [[{path}]]\n" for path in self.related)
        text = f"\n\n# {one_line(self.title)}\n" + (f"\n## Related\n\n{links}" if links else "")
        written = Description(self.title, FIRST, self.at, self.at, text, self.tags, self.scope, self.project)
        return description.render(written)


class Marks(BaseModel):
    """Marks in a description: what it says that is no longer so, until when, and what is so now.

    A mark stands behind its words, or behind the first of their characters, so many as `ends` says. What of them is
    `still` so stands below, an item of its own. Marks that tell to be so now what is `past` tell what is so since.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["marks"] = "marks"
    path: str
    marks: dict[str, str]
    ends: dict[str, int] = {}
    past: dict[str, str] = {}
    still: dict[str, str] = {}

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The description with each mark behind its words, where they first stand below a heading; None without any."""
        marked = content or ""
        for before, now in self.past.items():
            marked = renewed(marked, before, now)
        for words, mark in self.marks.items():
            below = title.end() if (title := _TITLE.search(marked)) else 0
            # First an item that says nothing else, then a whole sentence: a longer one that begins so says more. A
            # heading is the name of what stands below it: marked only where nothing else has the words.
            match = re.compile(rf"^- {re.escape(words)}(?=\.?$| \*\()", re.M).search(marked, below)
            places = (rf"^(?!#).*?{as_whole(words)}{end}" for end in (_SENTENCE_ENDS, ""))
            match = match or next(filter(None, (re.compile(form, re.M).search(marked, below) for form in places)), None)
            match = match or re.search(as_whole(words), marked)
            place = match.end() - len(words) if match else -1
            end = place + self.ends.get(words, len(words))
            note = f" *({mark})*"
            line = marked[marked.rfind("\n", 0, place) + 1 :].partition("\n")[0].strip()
            if place >= 0 and line not in persons_lines and not marked.startswith(note, end):
                behind, newline, after = marked[end:].partition("\n")
                left = f"\n- {one_line(self.still[words])}" if words in self.still else ""
                if behind.startswith(" *(") and (left or not mark.startswith("in part")):
                    after = _without_left(after, words)
                marked = f"{marked[:end]}{note}{behind}{left}{newline}{after}"
        return marked if content is not None and marked != content else None


def _without_left(text: str, words: str) -> str:
    """The text without its first item, where that is what an earlier mark left of these words."""
    first, _, rest = text.partition("\n")
    left = _words(first) if first.startswith("- ") else set()
    return rest if left and left <= _words(words) else text


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


class Status(BaseModel):
    """Where a record of a decision stands: accepted, changed in part or superseded by another one.

    The line below its title says so.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["status"] = "status"
    path: str
    status: str

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The record with this status; None where there is no record, or it is superseded already."""
        if content is None or any(
            line.strip() in persons_lines for line in content.splitlines() if line.startswith("Status: ")
        ):
            return None
        match = _STATUS.search(content)
        if match and not match[1].startswith((ACCEPTED, CHANGED)):
            return None
        line = f"Status: {one_line(self.status)}"
        if match:
            return content[: match.start()] + line + content[match.end() :]
        title = _TITLE.search(content)
        place = title.end() if title else len(content)
        return f"{content[:place]}\n\n{line}{content[place:]}"


class NewFile(BaseModel):
    """A description of its own: written once and never again, or where it `replaces` what it was."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["new"] = "new"
    path: str
    content: str
    replaces: bool = False

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The file, where there is none or another."""
        replaced = self.replaces and not persons_lines and content != self.content
        return self.content if content is None or replaced else None


class Patch(BaseModel):
    """A change of parts of a description: each part as it was, and as it is now."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["patch"] = "patch"
    path: str
    parts: list[tuple[str, str]]

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The description with those of the parts that it has as they were; None where there are none."""
        patched = content or ""
        for old, new in self.parts:
            gone = {line.strip() for line in old.splitlines()} - {line.strip() for line in new.splitlines()}
            if old and new not in patched and not gone & set(persons_lines):
                patched = patched.replace(old, new, 1)
        return patched if content is not None and patched != content else None


def with_lower_headings(text: str, levels: int) -> str:
    """The Markdown text with its headings so many levels lower, the sixth at most: as part of a section."""
    lowered = text
    for block in reversed(markdown.blocks(text)):
        if block.is_heading and text[block.start :].lstrip(" ").startswith("#"):
            lowered = lowered[: block.start] + "#" * min(levels, 6 - block.rank) + lowered[block.start :].lstrip(" ")
    return lowered


def _place(content: str, heading: str) -> int:
    """Where the first heading of the second level stands that is not of a later day, or the end of the text."""
    skip = len(frontmatter.split(content)[0])
    sections = (block for block in markdown.blocks(content, skip) if block.rank == 2)
    older = (block.start for block in sections if not is_later(block.title, heading))
    return next(older, chain.end_of_text(content))
