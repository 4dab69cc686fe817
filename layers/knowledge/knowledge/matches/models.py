"""What search found, with every signal that placed it."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field, computed_field

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.text import prompt_block

Part = Literal["rule", "fix", "fact", "passage"]


class Source(BaseModel):
    """Where a chunk stands: its file and that file's version, the headings above it, and its pages, rows or lines.

    `chunks` are those whose text it is told with, its own among them.
    """

    path: str
    chunk: int
    chunks: list[int] = []
    title: str | None = None
    heading: str | None = None
    breadcrumb: list[str] = []
    unit: Literal["page", "row", "line"] | None = None
    first: int | None = None
    last: int | None = None
    version: str | None = None


class LaterStatement(BaseModel):
    """What another passage, of this `id`, says of the question on the match's day or later: when, and in which file."""

    text: str
    day: str
    path: str
    id: Annotated[UUID, Field(exclude=True)]
    is_of_same_day: Annotated[bool, Field(exclude=True)] = False

    @property
    def when(self) -> str:
        """How a block says it: of the match's own day nobody knows which of the two was first."""
        return f"{'also' if self.is_of_same_day else 'later'} {self.day}"


class Retraction(BaseModel):
    """Words that a learning says no more: a person deleted it, or it is held; or what stands instead, `by` its id."""

    words: str
    by: UUID | None = None


class Match(BaseModel):
    """A learning, or a chunk of a file, and every signal that placed it.

    `learning` is the text of either. `similarity` is the cosine: identical text scores 1.0. `coverage` is the share of
    the question's rarity that its words hold, `lift` what a chunk's neighbours add or take, `score` their sum, less
    what it has in common with all rows, less for what is `superseded_by` another, with a tenth of `outcome_bound`,
    which says how surely it helped (above 0) or misled (below) who was given it. A `reported` is what the user said as
    the log of its run tells, and nobody confirmed.
    A chunk has a `source`; a learning has the run that it comes from. `sources` are chunks that say the same, `alike`
    those of them whose headings say what it is about as well.
    `later` is what was said since of what is asked, the latest first, where a passage of a dated file leads the answer.
    """

    id: UUID
    learning: str
    part: Part
    similarity: float
    coverage: float = 0.0
    lift: float = 0.0
    score: float
    matched_terms: list[str] = []
    rule: bool = False
    pinned: bool = False
    kind: str
    tags: list[str]
    frequency: int
    agent_type: str | None = None
    agent_types: list[str] = []
    projects: list[str] = []
    authority: Literal["learned", "user", "system"] = "learned"
    reported: bool = False
    run_outcome: Literal["succeeded", "failed", "unverified"] | None = None
    outcome_bound: float = 0.0
    created_at: datetime
    last_seen_at: datetime
    run_id: str | None
    work_order_id: str | None
    supersedes: UUID | None = None
    superseded_by: UUID | None = None
    overruled_by: str | None = None
    variant_of: UUID | None
    scope: str | None = None
    source_type: str = "learning"
    source: Source | None = None
    sources: list[Source] = []
    alike: Annotated[list[Source], Field(exclude=True)] = []
    later: list[LaterStatement] = []
    age_days: float = 0.0
    rows_considered: Annotated[int, Field(exclude=True)] = 0
    path: Annotated[str | None, Field(exclude=True)] = None
    overruling: Annotated[UUID | None, Field(exclude=True)] = None
    excepted_by: Annotated[UUID | None, Field(exclude=True)] = None
    is_exception: Annotated[bool, Field(exclude=True)] = False
    retracted: Annotated[list[Retraction] | None, Field(exclude=True)] = None

    @property
    def name(self) -> str:
        """What it is called as what overrules another: a file's path, a learning's id."""
        return self.source.path if self.source else str(self.id)

    @property
    def replaced_by(self) -> UUID | None:
        """The match that says what holds instead, be it for the project that is asked for alone."""
        return self.overruling or self.superseded_by or self.excepted_by

    @property
    def is_written(self) -> bool:
        """Whether it is of the user's or the system's own files, as a person left them."""
        path = self.source.path if self.source else ""
        is_own = self.scope in ("user", "system") and self.authority != "learned"
        return is_own and path.startswith(f"{Tier.DESCRIPTION}/")

    @property
    def evidence(self) -> str | None:
        """The file of what was said in a run, where the match is of one."""
        path = self.source.path if self.source else ""
        return path if paths.inner(path).startswith(paths.EVIDENCE) else None

    @property
    def place(self) -> int:
        """Where a chunk stands in its file."""
        return self.source.chunk if self.source else 0

    @computed_field  # type: ignore[prop-decorator]
    @property
    def short_id(self) -> str:
        """Its name in `formatted`."""
        return prompt_block.short_id(self.id)

    def is_apart_from(self, other: "Match") -> bool:
        """Whether the two are of different projects, so that neither tells what is so in the other's."""
        return bool(self.projects and other.projects) and not {*self.projects} & {*other.projects}
