"""What goes into extraction and what comes out."""

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["error_fix", "correction", "decision", "environment", "command", "conclusion"]


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
