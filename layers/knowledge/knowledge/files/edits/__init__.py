"""Idempotent edits of knowledge files: applying one twice changes nothing."""

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from knowledge.files import paths
from knowledge.files.edits.descriptions import Marks, NewFile, Patch, SectionEdit, Status, with_lower_headings
from knowledge.files.edits.figures import Figures, figure
from knowledge.files.edits.summaries import Bullets
from knowledge.files.edits.titles import Retitling
from knowledge.files.formats import index

__all__ = [
    "AnyEdit",
    "Bullets",
    "Edit",
    "EditSequence",
    "Figures",
    "Listing",
    "Marks",
    "NewFile",
    "Patch",
    "Retitling",
    "SectionEdit",
    "Status",
    "figure",
    "merged",
    "with_lower_headings",
]


class FileEdit(Protocol):
    """A change to one file. It depends on nothing but the file's content, and leaves as it is what carries it.

    `persons_lines` are those that a person wrote: they stay, whatever else the change says.
    """

    @property
    def path(self) -> str:
        """The file that it changes."""

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The file with the change, from its content or None where there is none; None where it has it already."""


class Listing(BaseModel):
    """Topics' lines in the index."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["listing"] = "listing"
    path: str = paths.INDEX
    entries: list[index.IndexEntry]

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The index with a line for each topic; one whose location it has already stays as it is."""
        lines = content or ""
        locations = {entry.location for entry in index.entries(lines)}
        for entry in self.entries:
            lines = lines if entry.location in locations else index.with_entry(lines, entry)
        return lines if lines != content else None


class EditSequence(BaseModel):
    """Edits of one file in one change."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["several"] = "several"
    path: str
    edits: list[Bullets | Figures | SectionEdit | Marks | Status | Retitling]

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The file with all of them; None where it has all."""
        after = content
        for edit in self.edits:
            made = edit.after(after, persons_lines)
            after = after if made is None else made
        return after if after != content else None


AnyEdit = Annotated[
    Listing | Bullets | Figures | EditSequence | SectionEdit | Marks | Status | NewFile | Patch | Retitling,
    Field(discriminator="kind"),
]


def merged(changes: Iterable[AnyEdit]) -> list[AnyEdit]:
    """Each file once: the bullets for one summary together, and what else concerns one file in one change."""
    by_path: dict[str, list[Any]] = {}
    for change in changes:
        before = by_path.setdefault(change.path, [])
        if isinstance(change, Bullets) and before and isinstance(before[-1], Bullets):
            before[-1] = before[-1].with_those_of(change)
        elif not isinstance(change, NewFile) or not before:
            before.append(change)
    return [made[0] if len(made) == 1 else EditSequence(path=path, edits=made) for path, made in by_path.items()]
