"""What a finished run sends, and what it is answered."""

from functools import cached_property
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator

from knowledge.extraction.models import RunOutcome
from knowledge.files.editor import FileChange
from knowledge.privacy.runs import CleanRun, clean_run
from knowledge.schemas import AppliedPattern, Body, Label, RunId, Text
from knowledge.text import hashing
from knowledge.transcripts import Transcript, parse

MAX_LEARNING = 2000  # characters


class ExplicitLearning(Body):
    """A learning that the caller states itself; the text alone will do."""

    learning: Annotated[Text, Field(max_length=MAX_LEARNING)]
    kind: Label = "fact"
    tags: Annotated[tuple[Label, ...], Field(max_length=20)] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, stated: Any) -> Any:
        return {"learning": stated} if isinstance(stated, str) else stated


# Each is compared with all that the tenant holds: at 25,000 of them a hundred take some two seconds, and Supabase
# ends a statement after eight.
Given = Annotated[tuple[ExplicitLearning, ...], Field(max_length=100)]


class CompletedRun(Body):
    """A finished run, as agent-complete takes it: a session log, explicit learnings, or both."""

    run_id: RunId | None = None
    work_order_id: Label | None = None
    agent_type: Label | None = None
    objective: Annotated[str, Field(max_length=20_000)] | None = None
    outcome: Label | None = None
    session_log: str | list[Any] | dict[str, Any] | None = None
    learnings: Given = ()
    applied_patterns: Annotated[tuple[AppliedPattern, ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _teaches(self) -> Self:
        if not self.session_log and not self.learnings:
            raise ValueError("send a session_log, learnings, or both")
        return self

    @cached_property
    def clean(self) -> CleanRun:
        """The run as it may be kept, with its log as turns: parsed and cleaned once, for all that read it."""
        return clean_run(
            parse(self.session_log) if self.session_log else Transcript("none"),
            objective=self.objective or "",
            outcome=self.outcome or "",
            learnings=[each.learning for each in self.learnings],
            agent_type=self.agent_type,
            work_order_id=self.work_order_id,
        )

    @cached_property
    def digest(self) -> str:
        """What tells whether two runs have the same content, their ids aside."""
        # The log beside the rest: pydantic writes out nothing that is nested deeper than 255.
        return hashing.of_request([self.model_dump(mode="json", exclude={"run_id", "session_log"}), self.session_log])


class LearningOutcome(BaseModel):
    """What became of one learning. `similarity` is that of the nearest one held before, where it was near."""

    learning: str
    kind: str
    outcome: Literal["inserted", "reinforced", "recalled", "rejected"]
    id: UUID | None
    similarity: float | None
    frequency: int | None


class Completion(BaseModel):
    """What became of a run's learnings, the same in figures, and the files written; None where none are."""

    run_id: str
    learnings: list[LearningOutcome]
    inserted: int
    reinforced: int
    recalled: int
    rejected: int
    method: Literal["given", "rules", "llm"]
    run_outcome: RunOutcome | None = None
    note: str | None = None
    repeated: bool = False
    upgrade: str | None = None
    files: list[FileChange] | None = None
    unknown_patterns: list[str] = Field(default_factory=list, description="of applied_patterns: ids of none")
