"""The document that every uploaded file is parsed into, whatever its format."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Unit = Literal["page", "row", "line"]


@dataclass(frozen=True)
class Span:
    """Where a passage stands in its file: from `first` to `last`, both included, counted from 1.

    Rows are rows of data (a table's header is not counted), a workbook's as its sheet numbers them, or the records of a
    JSON list.
    """

    unit: Unit
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.unit} {self.first}" if self.first == self.last else f"{self.unit}s {self.first}–{self.last}"

    def to(self, other: "Span") -> "Span":
        """The span from the start of this one to the end of `other`."""
        return Span(self.unit, self.first, other.last)


@dataclass(frozen=True)
class Section:
    """A passage in markdown, the headings it stands under (outermost first) and its place in the file."""

    markdown: str
    breadcrumb: tuple[str, ...] = ()
    span: Span | None = None

    @property
    def heading(self) -> str | None:
        """The innermost heading."""
        return self.breadcrumb[-1] if self.breadcrumb else None


@dataclass(frozen=True)
class Document:
    """A parsed file. `media_type` is what its content was found to be; `sections` can be iterated repeatedly."""

    title: str
    media_type: str
    sections: Iterable[Section]
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def unread(self) -> str | None:
        """What of the file nobody could read, and what to do; None where all of it was read."""
        return self.metadata.get("unread")


@dataclass(frozen=True)
class ReplayedSections(Iterable[Section]):
    """Sections that are read anew at each iteration, so that a large file is never held in memory as text."""

    read: Callable[[], Iterator[Section]]

    def __iter__(self) -> Iterator[Section]:
        return self.read()
