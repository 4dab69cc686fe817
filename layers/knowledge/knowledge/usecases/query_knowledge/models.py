"""What query-knowledge is asked, and what its answers are made of."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AliasChoices, AwareDatetime, BaseModel, Field, computed_field

from knowledge.files.paths import Scope
from knowledge.files.topic_index import Topic
from knowledge.schemas import Body, Label, RunId, Text
from knowledge.settings import SearchMode
from knowledge.text import prompt_block
from knowledge.usecases.query_knowledge.token_budget import LeftOut

Part = Literal["rule", "fix", "fact", "passage"]


class Filters(Body):
    """What a match must be; each that is given must hold.

    Learnings have the scope of whoever said so (`learned`, `user`, `system`) and the source type `learning`; chunks
    have the kind `chunk` and no agent type. What is of no project is of all.
    """

    agent_type: Label | None = None
    project: Label | None = None
    scope: Scope | None = None
    tags: Annotated[tuple[Label, ...], Field(max_length=20, description="all of them")] = ()
    kind: Label | None = None
    source_type: Annotated[Label | None, Field(validation_alias=AliasChoices("source_type", "sourceType"))] = None
    since: Annotated[AwareDatetime | None, Field(description="last seen then or later")] = None
    until: Annotated[AwareDatetime | None, Field(description="first seen then or before")] = None
    as_of: Annotated[AwareDatetime | None, Field(description="answers what was known then")] = None


class Question(Filters):
    """What query-knowledge is asked: without a `match_count`, for as much as fits the block."""

    query: Annotated[Text, Field(max_length=10_000)]
    match_count: Annotated[int, Field(ge=1, le=100, strict=True)] | None = None
    match_threshold: Annotated[float, Field(ge=-1, le=3, description="of the score without the lift")] | None = None
    mode: Annotated[SearchMode | None, Field(description="instead of the operator's setting")] = None
    max_tokens: Annotated[int, Field(ge=100, le=200_000, strict=True)] = 800
    max_characters: Annotated[int, Field(ge=500, le=1_000_000, strict=True)] = 10_000
    run_id: RunId | None = None


class ContextRequest(Body):
    """What an agent is about to do."""

    task_type: Label
    task_description: Annotated[Text, Field(max_length=10_000)]
    max_tokens: Annotated[int, Field(ge=100, le=200_000, strict=True)] = 4_000
    max_characters: Annotated[int, Field(ge=500, le=1_000_000, strict=True)] = 100_000
    project: Label | None = None
    run_id: RunId | None = None


class Source(BaseModel):
    """Where a chunk stands: its file and that file's version, the headings above it, and its pages, rows or lines."""

    path: str
    chunk: int
    title: str | None = None
    heading: str | None = None
    breadcrumb: list[str] = []
    unit: Literal["page", "row", "line"] | None = None
    first: int | None = None
    last: int | None = None
    version: str | None = None


class Match(BaseModel):
    """A learning, or a chunk of a file, and every signal that placed it.

    `learning` is the text of either. `similarity` is the cosine: identical text scores 1.0. `coverage` is the share of
    the question's rarity that its words hold, `lift` what a chunk's neighbours add, `score` their sum, less for what is
    `superseded_by` another. `outcome_bound` says how surely it helped (above 0) or misled (below) who was given it. A
    chunk has a `source`; a learning has the run that it comes from, and `sources`: chunks that say the same.
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
    kind: str
    tags: list[str]
    frequency: int
    agent_type: str | None = None
    agent_types: list[str] = []
    projects: list[str] = []
    authority: Literal["learned", "user", "system"] = "learned"
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
    age_days: float = 0.0
    rows_considered: Annotated[int, Field(exclude=True)] = 0
    path: Annotated[str | None, Field(exclude=True)] = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def short_id(self) -> str:
        """Its name in `formatted`."""
        return prompt_block.short_id(self.id)


class Receipt(BaseModel):
    """How an answer came about: the model, how it was searched, how many rows there were and how they were read."""

    model: str
    search: SearchMode
    path: str | None = None
    rows: int | None = None
    floor: float


class Answer(BaseModel):
    """`matches`, best first, and `formatted`: what of them fits, part by part, quoted as data for a prompt.

    `empty` says why there is nothing. `left_out` are the matches for which the block has no room.
    """

    matches: list[Match]
    formatted: str
    tokens: int
    empty: str | None = None
    left_out: list[LeftOut] = []
    receipt: Receipt


class ContextDocument(BaseModel):
    """A file of the knowledge base, whole."""

    path: str
    title: str
    version: str | None
    scope: str | None
    content: str


class Context(BaseModel):
    """What there is for a task; `formatted` holds all of it, quoted as data, in `tokens` of the embedding model.

    `left_out` says what belongs to it and is not there, and why; `empty` why there is nothing.
    """

    index: list[Topic]
    system: list[ContextDocument]
    summaries: list[ContextDocument]
    descriptions: list[ContextDocument]
    semantic_results: list[Match]
    formatted: str
    tokens: int
    empty: str | None = None
    left_out: list[LeftOut]
    receipt: Receipt
