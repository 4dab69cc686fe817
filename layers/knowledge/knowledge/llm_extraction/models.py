"""What a language model may spend on a log, what it is told beside it, and what came of it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel

from knowledge.extraction.models import Candidate
from knowledge.privacy.runs import clean_text
from knowledge.text.prompt_block import short_id
from knowledge.text.strings import abbreviated, one_line

_MAX_SHOWN = 120  # characters of an item that was dropped


@dataclass(frozen=True)
class Limits:
    """What may be asked of the model: tokens are read and written ones together; prices are of a million tokens."""

    window_tokens: int = 24_000
    run_tokens: int = 200_000
    day_tokens: int = 2_000_000
    input_price: float = 0
    output_price: float = 0

    @classmethod
    def of_caller(cls, window_tokens: int) -> Self:
        """Those of a model that the caller pays for: a log's windows alone."""
        return cls(window_tokens, run_tokens=sys.maxsize, day_tokens=sys.maxsize)


@dataclass(frozen=True)
class KnownLearning:
    """A learning that the tenant has already, and that a run may confirm or supersede."""

    id: UUID
    learning: str
    kind: str

    @property
    def name(self) -> str:
        """What it is called in the prompt."""
        return short_id(self.id)


@dataclass(frozen=True)
class ReadingContext:
    """What is known beside the log: learnings near its objective, the texts that the run was given, the tokens that the
    tenant has spent today, how many of its turns a model has read in an earlier part of the run, and whether words of
    the user's may outlast the task."""

    learnings: list[KnownLearning] = field(default_factory=list)
    served: list[str] = field(default_factory=list)
    spent_today: int = 0
    turns_read: int = 0
    lasts: Callable[[str], bool] = field(default=lambda words: False)


class DroppedItem(BaseModel):
    """An item of the model's that was not kept, its beginning, and why."""

    learning: str
    why: str

    @classmethod
    def of(cls, text: str, why: str) -> Self:
        return cls(learning=abbreviated(one_line(clean_text(text)), _MAX_SHOWN), why=why)


class ModelReport(BaseModel):
    """What a model read of a log, and what that took: of `windows` parts `read` ones, in tokens as its endpoint counts
    them; `cost` in the currency of the prices that are set, 0 without any."""

    name: str
    windows: int
    read: int
    input_tokens: int
    output_tokens: int
    cost: float
    dropped: list[DroppedItem]


@dataclass(frozen=True)
class LearningExtraction:
    """What a run taught, by which method, and in `note` why it was not the better one."""

    learnings: list[Candidate]
    method: Literal["rules", "llm"]
    note: str | None = None
    report: ModelReport | None = None
