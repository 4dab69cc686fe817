"""What record-event takes, what is made of it, and what it answers."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from knowledge.files import projects
from knowledge.files.editor import FileChange
from knowledge.files.edits import AnyEdit
from knowledge.ports.callers_model import PendingRequest
from knowledge.privacy.labels import PrivateLabel
from knowledge.schemas import Body, Label, storable
from knowledge.text.statements import entry_lines
from knowledge.text.strings import without_links
from knowledge.usecases.record_event.content import moments

MAX_DEPTH = 40  # levels of JSON: in 50, with what is nested in its texts, e-mails are looked for
MAX_CONTENT = 500_000  # characters of a text, or of all in JSON: more is not read within the function's time

Kind = Literal["conversation", "integration", "research", "code_change"]
Says = Literal["decision", "fact", "requirement", "metric", "status", "finding", "technology", "progress"]


def _dated(metadata: dict[str, Any]) -> dict[str, Any]:
    """The metadata as they are. Raises `ValueError` where `occurred_at` is no time, or is over a year ahead."""
    given = metadata.get("occurred_at")
    if given is None:
        return metadata
    at = moments.moment(given)
    if at is None:
        raise ValueError("occurred_at should be a time, as in 2026-12-01 or 2026-12-01T09:30:00Z; leave it out for now")
    if moments.is_ahead(at, moments.REHEARSED):
        raise ValueError(
            f"occurred_at, {at:%Y-%m-%d}, is more than a year ahead; it is when this was said or done: say what is "
            "planned in the content, with its day, and leave occurred_at out for now"
        )
    return metadata


def _measured(content: Any) -> tuple[int, int]:
    """How many characters the names and values in it have, and how many levels deep it is nested."""
    count, depth, stack = 0, 0, [(content, 0)]
    while stack:
        value, level = stack.pop()
        depth = max(depth, level)
        match value:
            case dict(fields):
                stack += [(inner, level + 1) for inner in (*fields, *fields.values())]
            case list(items):
                stack += [(inner, level + 1) for inner in items]
            case value:
                count += len(str(value))
    return count, depth


class Event(Body):
    """Something that happened: a conversation, an integration's report, research, or a change of code.

    With `answers`, also none yet, the caller's own model reads it; they are answers to questions, by their ids.
    """

    kind: Kind
    event_id: PrivateLabel
    topic: Label | None = None
    project: Annotated[PrivateLabel, AfterValidator(projects.short)] | None = None
    content: Annotated[str, Field(max_length=MAX_CONTENT)] | list[Any] | dict[str, Any]
    metadata: Annotated[dict[str, Any], AfterValidator(_dated)] = Field(default_factory=dict)
    answers: dict[str, Any] | None = None

    @field_validator("content", mode="after")
    @classmethod
    def _decoded(cls, content: Any) -> Any:
        """JSON that came as a string, as who forwards a webhook sends it, is what it holds."""
        if not isinstance(content, str) or not content.lstrip().startswith(("{", "[")):
            return content
        try:
            read = storable(json.loads(content)) or content
        except (ValueError, RecursionError):  # text that begins with a bracket; or nested beyond reading
            return content
        return read if _measured(read)[1] <= MAX_DEPTH else content

    @field_validator("content", mode="after")
    @classmethod
    def _within_limit(cls, content: Any) -> Any:
        """A text alone is refused before it is decoded."""
        characters, depth = _measured(content)
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested over {MAX_DEPTH} levels deep; send it flatter, or as a text")
        if characters > MAX_CONTENT:
            raise ValueError(
                f"it has over {MAX_CONTENT:,} characters; split it into events, each with its own event_id"
            )
        return content

    @model_validator(mode="after")
    def _says(self) -> Self:
        if not self.content:
            raise ValueError("content is empty; send what was said, found, reported or changed")
        return self


@dataclass(frozen=True)
class Occurrence:
    """An event as it may be stored: without secrets and, unless it `keeps_emails`, e-mails.

    Of an e-mail that is kept `header` says in a line who wrote it to whom, and when. A `transaction` is one payment,
    refund or order. `speakers` are those whom the content itself names as such, `assistants` the programs among them;
    `subjects` are the labels of a talk that are nobody's, but for `roles` among them, which may as well be somebody's:
    they stay with what is said, and name nothing. `notes` are a conversation that is a text below headings. `states`
    are those of the items of a report, by name.
    """

    kind: Kind
    event_id: str
    topic: str | None
    title: str
    text: str
    metadata: dict[str, Any]
    at: datetime
    emails: int
    keeps_emails: bool = False
    header: str = ""
    transaction: bool = False
    speakers: frozenset[str] = frozenset()
    assistants: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    notes: bool = False
    states: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_talk(self) -> bool:
        """Whether it is a conversation, and no text that somebody wrote."""
        return self.kind == "conversation" and not self.notes

    @property
    def mark(self) -> str:
        """The line by which what was written of it is known again."""
        return entry_lines.field("Event", f"{self.kind} {self.event_id}")


class Statement(BaseModel):
    """One thing that an event says, in words that stand alone; its summary has a `category`, its folder, and a `topic`.

    `under` is the heading that it stands below, `passage` counts the turns or paragraphs of the event, `item` is
    the paragraph of a text, or item of a list, in which it stands; one that `concludes` is the last. `record` are the
    parts of the record of a decision that somebody wrote, by their names; `questions` are those that it answers; `page`
    is where the summary of its topic stands, where that is known.
    """

    model_config = ConfigDict(frozen=True)

    says: Says
    text: Annotated[str, AfterValidator(without_links)]
    category: str | None = None
    topic: str | None = None
    under: str = Field(default="", exclude=True)
    passage: int = Field(default=0, exclude=True)
    item: tuple[int, int] | None = Field(default=None, exclude=True)
    concludes: bool = Field(default=False, exclude=True)
    record: tuple[tuple[str, tuple[str, ...]], ...] = Field(default=(), exclude=True)
    questions: tuple[str, ...] = Field(default=(), exclude=True)
    page: str = Field(default="", exclude=True)

    @property
    def below_heading(self) -> str:
        """What it says, behind its heading, as its category is known by."""
        return f"{self.under}: {self.text}" if self.under else self.text


@dataclass(frozen=True)
class EventExtraction:
    """What an event says, by which method, and in `note` why it was not the better one.

    `partial` where more was said than the statements tell.
    """

    statements: list[Statement]
    method: Literal["rules", "llm"]
    note: str | None = None
    title: str | None = None
    partial: bool = False

    @property
    def category(self) -> str | None:
        """The category that most statements are put into; None where nobody put them."""
        named = Counter(statement.category for statement in self.statements if statement.category)
        return next((category for category, _ in named.most_common(1)), None)


class Tokens(BaseModel):
    """What a language model read and wrote for an event."""

    read: int = 0
    written: int = 0


class Plan(BaseModel):
    """What is to be written because of an event, decided once."""

    edits: list[AnyEdit]
    summary: str
    statements: list[Statement]
    method: Literal["rules", "llm"]
    note: str | None
    emails: int
    tokens: Tokens | None = None


class RecordEventResult(BaseModel):
    """The files that an event changed, each with the version that this made, and what was taken from it.

    `emails` counts those that were left out. `note` says why a language model's answer was not used, what of the fields
    was not read, or that nothing was kept; `tokens` what it read and wrote.
    """

    event_id: str
    kind: Kind
    files: list[FileChange]
    statements: list[Statement]
    method: Literal["rules", "llm"]
    note: str | None
    emails: int
    tokens: Tokens | None = None
    repeated: bool = False


class EventQuestion(PendingRequest):
    """What the caller's model is to answer before the event is recorded."""

    event_id: str
    kind: Kind
