"""What goes into extraction and what comes out."""

from dataclasses import dataclass, field
from typing import Literal

from knowledge.transcripts import Turn

Kind = Literal["error_fix", "correction", "decision", "environment", "command", "conclusion"]


@dataclass(frozen=True)
class Run:
    """One finished run of an agent; `objective` is the task's text, `outcome` what the caller says came of it."""

    run_id: str
    agent_type: str | None = None
    work_order_id: str | None = None
    objective: str = ""
    outcome: str = ""
    turns: list[Turn] = field(default_factory=list)


@dataclass(frozen=True)
class Candidate:
    """One thing learned: one or two sentences that stand alone."""

    learning: str
    kind: Kind
    tags: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class LearningExtraction:
    """What a run taught, by which method, and in `note` why it was not the better one."""

    learnings: list[Candidate]
    method: Literal["rules", "llm"]
    note: str | None = None
