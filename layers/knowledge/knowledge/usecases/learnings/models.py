"""What is asked about learnings, and what is answered."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AliasChoices, BaseModel, Field, field_validator, model_validator

from knowledge.learnings.explicit import MAX_LEARNING
from knowledge.learnings.ids import LearningId
from knowledge.privacy.labels import PrivateLabel, PrivateRunId
from knowledge.schemas import Body, End, Flag, Text

State = Literal["active", "held", "deleted", "expired", "withdrawn", "superseded", "pinned", "review"]
Sort = Literal["last_seen", "created", "frequency", "wrong"]
Tags = Annotated[tuple[PrivateLabel, ...], Field(max_length=20)]


class LearningListRequest(Body):
    """Which learnings: a page of those that pass every filter given. `after` is the `next` of the page before."""

    state: State | None = None
    kind: PrivateLabel | None = None
    project: PrivateLabel | None = None
    agent_type: PrivateLabel | None = None
    authority: Literal["learned", "user", "system"] | None = None
    tag: PrivateLabel | None = None
    search: Annotated[Text | None, Field(max_length=200, description="a part of the text, or a short id")] = None
    sort: Sort = "last_seen"
    after: Annotated[str | None, Field(max_length=100)] = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50


class Reference(Body):
    """One learning."""

    id: LearningId


class PinRequest(Reference):
    """A learning to pin, or to unpin."""

    pinned: Flag = True


class LearningChange(Reference):
    """What is to be different of a learning; what is not named stays. A new text is a person's word."""

    learning: Annotated[Text | None, Field(max_length=MAX_LEARNING)] = None
    kind: PrivateLabel | None = None
    tags: Tags | None = None
    projects: Annotated[
        Tags | None, Field(validation_alias=AliasChoices("projects", "project"), description="none: all of them")
    ] = None
    expires_at: End | None = None
    supersedes: LearningId | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_project(cls, fields: Any) -> Any:
        project = fields.get("project") if isinstance(fields, dict) else None
        return {**fields, "project": (project,)} if isinstance(project, str) else fields

    @field_validator("learning", "kind")
    @classmethod
    def _is_text(cls, changed: str | None) -> str:
        if changed is None:
            raise ValueError("it cannot be null; send a text, or leave the field out")
        return changed

    @field_validator("tags", "projects")
    @classmethod
    def _is_list(cls, changed: tuple[str, ...] | None) -> tuple[str, ...]:
        if changed is None:
            raise ValueError("it cannot be null; send a list ([] for none), or leave the field out")
        return changed

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.model_fields_set - {"id"}:
            raise ValueError("name what is to change: learning, kind, tags, projects, expires_at or supersedes")
        return self


class Feedback(Reference):
    """Whether a learning that was handed out helped; of a run one verdict counts."""

    verdict: Literal["useful", "wrong"]
    run_id: PrivateRunId | None = None


class Learning(BaseModel):
    """A learning as people see it. `state` is what decides whether it is served: only `active` and `superseded` are."""

    id: UUID
    learning: str
    state: Literal["active", "held", "deleted", "expired", "withdrawn", "superseded"]
    kind: str
    tags: list[str]
    frequency: int
    authority: Literal["learned", "user", "system"]
    reported: bool = Field(default=False, description="the user's, as the log of its run tells: to be confirmed")
    projects: list[str]
    agent_types: list[str]
    run_id: str | None
    work_order_id: str | None
    run_outcome: str | None
    useful: int
    wrong: int
    supersedes: UUID | None
    superseded_by: UUID | None
    variant_of: UUID | None
    created_at: datetime
    last_seen_at: datetime
    pinned_at: datetime | None
    expires_at: datetime | None
    held_at: datetime | None
    held_reason: str | None
    withdrawn_at: datetime | None = None
    deleted_at: datetime | None


class JudgedLearning(Learning):
    """A learning after a verdict; `note` says why that does not count."""

    note: str | None = None


class Act(BaseModel):
    """What was done to a learning: when, by the key of which role, and what it was before."""

    at: datetime
    actor: str
    action: str
    before: dict[str, Any]


class LearningHistory(Learning):
    """A learning and what was done to it, the latest first."""

    history: list[Act]


class LearningPage(BaseModel):
    """A page of learnings; `next` is the `after` of the next page, None where there is none."""

    learnings: list[Learning]
    next: str | None
