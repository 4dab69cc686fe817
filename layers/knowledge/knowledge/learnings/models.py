"""What a finished run sends, and what it is answered."""

from functools import cached_property, partial
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, PrivateAttr, model_validator

from knowledge.extraction import Proof, RunOutcome, prove
from knowledge.extraction.orders import is_thanks, leaves_open
from knowledge.files import projects
from knowledge.files.editor import FileChange
from knowledge.learnings.explicit import ExplicitLearning, Given, require_usable, usable
from knowledge.llm_extraction import ModelReport
from knowledge.ports.embedder import Embedder
from knowledge.privacy.labels import PrivateLabel, PrivateRunId
from knowledge.privacy.runs import CleanRun, clean_run, clean_text
from knowledge.schemas import AppliedPattern, Body, RefusedEntry, none_if_null, or_refused, storable
from knowledge.text import hashing
from knowledge.text.strings import abbreviated
from knowledge.transcripts import Transcript, parse

MAX_OBJECTIVE, MAX_OUTCOME = 20_000, 2_000  # characters that are read of each

AppliedPatterns = Annotated[
    tuple[Annotated[AppliedPattern | RefusedEntry, or_refused(AppliedPattern)], ...],
    Field(max_length=20),
    BeforeValidator(none_if_null),
]


class CompletedRun(Body):
    """A finished run, as agent-complete takes it: a session log, explicit learnings, or both.

    With `answers`, also none yet, the caller's own model reads the log; they are answers to questions, by their ids.
    """

    run_id: PrivateRunId | None = None
    work_order_id: PrivateLabel | None = None
    agent_type: PrivateLabel | None = None
    project: Annotated[PrivateLabel, AfterValidator(projects.short)] | None = None
    objective: str | None = None
    outcome: str | None = None
    session_log: str | list[Any] | dict[str, Any] | None = None
    session_ref: Annotated[str, Field(max_length=300)] | None = None
    part: Annotated[int, Field(ge=1, le=10_000)] | None = None
    learnings: Given = ()
    applied_patterns: AppliedPatterns = ()
    answers: dict[str, Any] | None = None
    _embedder: Embedder | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _teaches(self) -> Self:
        if not self.session_log and not self.session_ref and not self.explicit:
            require_usable(self.learnings)
            raise ValueError("send a session_log (or the session_ref of one that was posted), learnings, or both")
        if self.session_log and self.session_ref:
            raise ValueError("send a session_log or a session_ref, not both")
        return self

    @property
    def explicit(self) -> tuple[ExplicitLearning, ...]:
        """What it states of learnings, without entries that are none."""
        return usable(self.learnings)

    @property
    def applied(self) -> tuple[AppliedPattern, ...]:
        """The patterns that it says were applied, without entries that are none."""
        return tuple(entry for entry in self.applied_patterns if isinstance(entry, AppliedPattern))

    @property
    def not_taken(self) -> list[str]:
        """What is left out of what it states beside log and learnings, as its caller is told."""
        lengths = {"objective": (self.objective, MAX_OBJECTIVE), "outcome": (self.outcome, MAX_OUTCOME)}
        cut = [(name, most) for name, (text, most) in lengths.items() if len(text or "") > most]
        numbered = enumerate(self.applied_patterns, 1)
        refused = [(number, clean_text(entry.why)) for number, entry in numbered if isinstance(entry, RefusedEntry)]
        return [
            *(f"of the {name} only the first {most:,} characters are read" for name, most in cut),
            *(f"entry {number} of applied_patterns is not counted ({why})" for number, why in refused),
        ]

    @cached_property
    def transcript(self) -> Transcript:
        """The log as turns, as it was sent."""
        return parse(self.session_log) if self.session_log else Transcript("none")

    @cached_property
    def clean(self) -> CleanRun:
        """The run as it may be kept: parsed and cleaned once, for all that read it."""
        return clean_run(
            self.transcript,
            objective=abbreviated(self.objective or "", MAX_OBJECTIVE),
            outcome=abbreviated(self.outcome or "", MAX_OUTCOME),
            learnings=[learning.learning for learning in self.explicit],
            agent_type=self.agent_type,
            work_order_id=self.work_order_id,
            project=self.project,
            goes_on=self.part is not None and self.part > 1,
        )

    @property
    def about(self) -> str | None:
        """The project that it is said to be about, else the one that its log shows."""
        project = next(iter(self.clean.transcript.projects), None)
        return storable(project)[:200] if project else None

    @cached_property
    def proof(self) -> Proof:
        """What the log proves, found once for all that ask."""
        model = self._embedder
        return prove(self.clean, partial(leaves_open, embedder=model), partial(is_thanks, embedder=model))

    def read_with(self, embedder: Embedder) -> Self:
        """The same run, in which a model tells what the user orders from talk."""
        run = self.model_copy()
        run._embedder = embedder
        return run

    @cached_property
    def digest(self) -> str:
        """What tells whether two runs have the same content, their ids aside, whoever reads it. A later part is told by
        its number, too: a user says "continue" twice."""
        # The log beside the rest: pydantic writes out nothing that is nested deeper than 255.
        lists = {"learnings": self.learnings, "applied_patterns": self.applied_patterns}
        beside = {"run_id", "session_log", "session_ref", "part", "answers", *lists}
        entries = {name: [*map(_content, given)] for name, given in lists.items()}
        stated = {**self.model_dump(mode="json", exclude=beside), **entries}
        later = [self.part] if self.part is not None and self.part > 1 else []
        return hashing.of_request([stated, self.session_log, *later])


def _content(entry: BaseModel) -> Any:
    """What an entry says, as runs are compared; those that were stored before learnings had questions still match."""
    if isinstance(entry, RefusedEntry):
        return entry.sent
    return entry.model_dump(mode="json", exclude={"questions"} if not getattr(entry, "questions", True) else set())


class LearningOutcome(BaseModel):
    """What became of one learning. `similarity` is that of the nearest one held before, where it was near.

    With a `held_reason` it is kept and not served until a person releases it. `advice` says why nobody will find it,
    why it supersedes nothing, why it was not counted again, or why nothing of it was kept.
    """

    learning: str
    kind: str
    outcome: Literal["inserted", "reinforced", "recalled", "rejected", "dropped"]
    id: UUID | None
    similarity: float | None
    frequency: int | None
    held_reason: str | None = None
    advice: str | None = None


class LogReport(BaseModel):
    """What was understood of a log: its format, how many turns each speaker has, and what was passed over.

    Of a log whose format is not `known` nothing is taken for anybody's words. `ref` is where it was posted; `model`
    what a language model read of it, where one was asked.
    """

    format: str
    known: bool
    turns: dict[str, int]
    broken_lines: int = 0
    passed_over: dict[str, int] = {}
    ref: str | None = None
    model: ModelReport | None = None

    @classmethod
    def of(cls, run: CompletedRun, model: ModelReport | None) -> Self | None:
        """That of the run's log; None without one."""
        if not run.session_log:
            return None
        read = run.transcript
        return cls(
            format=read.format,
            known=read.known,
            turns=read.speakers,
            broken_lines=read.broken,
            passed_over=dict(read.passed_over),
            ref=run.session_ref,
            model=model,
        )


class Completion(BaseModel):
    """What became of a run's learnings, the same in figures, and the files written; None where none are. Of a repeated
    run `gone` are those that a person deleted or forgot since."""

    run_id: str
    part: int = 1
    log: LogReport | None = None
    learnings: list[LearningOutcome]
    inserted: int
    reinforced: int
    recalled: int
    rejected: int
    dropped: int = 0
    method: Literal["given", "rules", "llm"]
    run_outcome: RunOutcome | None = None
    note: str | None = None
    repeated: bool = False
    upgrade: str | None = None
    files: list[FileChange] | None = None
    gone: Annotated[int, Field(exclude=True)] = 0
    unknown_patterns: list[str] = Field(default_factory=list, description="of applied_patterns: ids of none")
