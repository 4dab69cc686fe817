"""Edits of knowledge files that each count once, however often they are made."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, Protocol
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from knowledge import markdown
from knowledge.database import Database
from knowledge.errors import NotFound
from knowledge.objects import Objects
from knowledge.tiers import description, frontmatter, index, paths, summary
from knowledge.tiers.description import Description
from knowledge.tiers.files import MAX_SUMMARY, Files
from knowledge.tiers.index import one_line
from knowledge.tiers.summary import Header
from knowledge.tiers.versions import FIRST, ChangedBy

_FIGURE = re.compile(r"- \*\*(?P<name>.+)\*\*: .* \((?P<at>[^()\s]+)\)")


class Edit(Protocol):
    """A change to one file. It depends on nothing but the file's content, and leaves as it is what carries it."""

    @property
    def path(self) -> str:
        """The file that it changes."""

    def after(self, content: str | None) -> str | None:
        """The file with the change, from its content or None where there is none; None where it has it already."""


class Listing(BaseModel):
    """Topics' lines in the index."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["listing"] = "listing"
    path: str = paths.INDEX
    entries: list[index.Entry]

    def after(self, content: str | None) -> str | None:
        """The index with a line for each topic; one whose location it has already stays as it is."""
        listed = content or ""
        known = {entry.location for entry in index.entries(listed)}
        for entry in self.entries:
            listed = listed if entry.location in known else index.with_entry(listed, entry)
        return listed if listed != content else None


class Bullets(BaseModel):
    """Facts for a summary, newest first. With `latest`, older ones than so many make room for them."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["bullets"] = "bullets"
    path: str
    title: str
    bullets: list[str]
    at: datetime
    latest: int | None = None

    def after(self, content: str | None) -> str | None:
        """The summary with those of the facts that it lacks."""
        head, text = summary.split(content or "")
        known = {line.strip() for line in text.splitlines()}
        new = [line for line in map(_bullet, self.bullets) if line not in known]
        if not new:
            return None
        lines = [*new, *text.strip("\r\n").split("\n")] if text.strip() else new
        kept = _without_oldest(lines, self.latest) if self.latest else lines
        return (head or _head(self.title, self.at)) + "\n\n" + "\n".join(kept) + "\n"


class Figures(BaseModel):
    """Current values for a summary, each under its name: a newer one replaces an older one."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["figures"] = "figures"
    path: str
    title: str
    figures: dict[str, str]
    at: datetime

    def after(self, content: str | None) -> str | None:
        """The summary with those of the values that are newer than its own."""
        head, text = summary.split(content or "")
        lines = text.strip("\r\n").split("\n") if text.strip() else []
        for name, value in self.figures.items():
            lines = self._with(lines, one_line(name).replace("*", ""), one_line(value))
        written = (head or _head(self.title, self.at)) + "\n\n" + "\n".join(lines) + "\n"
        return None if written == content or lines == text.strip("\r\n").split("\n") else written

    def _with(self, lines: list[str], name: str, value: str) -> list[str]:
        new = f"- **{name}**: {value} ({self.at.isoformat()})"
        for place, line in enumerate(lines):
            found = _FIGURE.fullmatch(line.rstrip("\r"))
            if found and found["name"] == name:
                return [*lines[:place], new, *lines[place + 1 :]] if _is_older(found["at"], self.at) else lines
        return [*lines, new]


class Section(BaseModel):
    """A section of a description, newest first, known by a line of its own."""

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

    def after(self, content: str | None) -> str | None:
        """The description with the section before its others, below what stands above them."""
        whole = content if content is not None else self._new()
        if f"\n{self.mark}\n" in whole.replace("\r\n", "\n"):
            return None
        place = _first_section(whole)
        before = whole[:place].rstrip("\r\n")
        section = f"## {one_line(self.heading)}\n\n{self.body.strip()}\n\n{self.mark}\n"
        return f"{before}\n\n{section}" + (f"\n{whole[place:]}" if whole[place:] else "")

    def _new(self) -> str:
        text = f"\n\n# {one_line(self.title)}\n"
        return description.render(Description(self.title, FIRST, self.at, self.at, text, self.tags, self.scope))


class NewFile(BaseModel):
    """A description of its own, written once and never again."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["new"] = "new"
    path: str
    content: str

    def after(self, content: str | None) -> str | None:
        """The file, where there is none."""
        return self.content if content is None else None


AnyEdit = Annotated[Listing | Bullets | Figures | Section | NewFile, Field(discriminator="kind")]


class Touched(BaseModel):
    """A file that was written, and the version that this made."""

    path: str
    version: str


class Editor:
    """Makes edits to a tenant's files. The history tells which are made already, also where a file was split since."""

    def __init__(self, tenant_id: UUID, objects: Objects, database: Database) -> None:
        self.files = Files(tenant_id, objects, database)
        self._tenant_id = tenant_id
        self._database = database

    def make(self, edits: Sequence[Edit], by: ChangedBy, summary: str) -> list[Touched]:
        """Makes each edit once in the name of `summary`, which names the change and no other.

        The same edits again, after a crash or at once, make no new versions and get the same answer; those that
        changed nothing, because their files said it already, are not in it. Raises as `Files.update`.
        """
        why = summary[:MAX_SUMMARY]
        made = [self._made(edit.path, why) or self._make(edit, by, why) for edit in edits]
        return [touched for touched in made if touched]

    def is_there(self, path: str) -> bool:
        """Whether there is such a file now."""
        try:
            self.files.read(path)
        except NotFound:
            return False
        return True

    def _make(self, edit: Edit, by: ChangedBy, why: str) -> Touched | None:
        self.files.update(edit.path, edit.after, by=by, summary=why)
        return self._made(edit.path, why)

    def _made(self, path: str, why: str) -> Touched | None:
        rows = self._database.call("find_change", tenant_id=self._tenant_id, file_path=path, summary=why)
        return Touched(path=path, version=rows[0]["version"]) if rows else None


def with_lower_headings(text: str, levels: int) -> str:
    """The Markdown text with its headings so many levels lower, the sixth at most: as part of a section."""
    lowered = text
    for block in reversed(markdown.blocks(text)):
        if block.is_heading and text[block.start :].lstrip(" ").startswith("#"):
            lowered = lowered[: block.start] + "#" * min(levels, 6 - block.rank) + lowered[block.start :].lstrip(" ")
    return lowered


def _bullet(text: str) -> str:
    return f"- {one_line(text)}"


def _head(title: str, at: datetime) -> str:
    return summary.render(Header(title, FIRST, at), "").rstrip(" ")


def _without_oldest(lines: list[str], latest: int) -> list[str]:
    """The lines without the last bullets, where there are more than `latest`."""
    bullets = [place for place, line in enumerate(lines) if line.startswith("- ")]
    dropped = set(bullets[latest:])
    return [line for place, line in enumerate(lines) if place not in dropped]


def _is_older(written: str, at: datetime) -> bool:
    try:
        return datetime.fromisoformat(written) < at
    except (ValueError, TypeError):
        return True


def _first_section(content: str) -> int:
    """Where the first heading of the second level stands, or the end."""
    skip = len(frontmatter.split(content)[0])
    return next((block.start for block in markdown.blocks(content, skip) if block.rank == 2), len(content))
