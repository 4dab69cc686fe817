"""A question → the learnings and document chunks that answer it, ranked, and ready for a prompt."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AliasChoices, AwareDatetime, BaseModel, Field

from knowledge.files.paths import Scope
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder, Vector
from knowledge.schemas import Body, Label, RunId, Text
from knowledge.text import prompt_block

Mode = Literal["hybrid", "dense", "keyword"]


class Filters(Body):
    """What a match must be; each that is given must hold.

    Learnings have the scope of whoever said so (`learned`, `user`, `system`) and the source type `learning`; chunks
    have the kind `chunk` and no agent type. What is of no project is of all.
    """

    project: Label | None = None
    agent_type: Label | None = None
    scope: Scope | None = None
    tags: Annotated[tuple[Label, ...], Field(max_length=20, description="all of them")] = ()
    kind: Label | None = None
    source_type: Annotated[Label | None, Field(validation_alias=AliasChoices("source_type", "sourceType"))] = None
    since: Annotated[AwareDatetime | None, Field(description="last seen then or later")] = None
    until: Annotated[AwareDatetime | None, Field(description="first seen then or before")] = None


class Question(Filters):
    """What query-knowledge is asked."""

    query: Annotated[Text, Field(max_length=10_000)]
    match_count: Annotated[int, Field(ge=1, le=100, strict=True)] = 5
    rule_count: Annotated[int, Field(ge=0, le=100, strict=True, description="standing rules beside the matches")] = 0
    match_threshold: Annotated[float, Field(ge=-1, le=3, description="of the score without the lift")] | None = None
    mode: Mode = "hybrid"
    as_of: Annotated[AwareDatetime | None, Field(description="answers what was known then")] = None
    run_id: RunId | None = None


class Source(BaseModel):
    """Where a chunk stands: its file and that file's version, the headings above it, and its pages, rows or lines."""

    path: str
    chunk: int
    title: str | None = None
    heading: str | None
    breadcrumb: list[str]
    unit: Literal["page", "row", "line"] | None
    first: int | None
    last: int | None
    version: str | None


class Match(BaseModel):
    """A learning, or a chunk of a file, and every signal that placed it.

    `learning` is the text of either. `similarity` is the cosine, `coverage` the share of the question's rarity that its
    words hold, `lift` what a chunk's neighbours add; `score` is their sum, to two decimals, and half of it for what is
    `superseded_by` another. `outcome_bound` says how surely it helped (above 0) or misled (below) whoever was given it.
    A chunk has a `source`; a learning has the run that it comes from, and `sources`: chunks that say the same.
    """

    id: UUID
    learning: str
    part: Literal["rule", "fix", "fact", "passage"] = "fact"
    similarity: float
    coverage: float = 0
    lift: float = 0
    score: float
    matched_terms: list[str] = Field(default_factory=list)
    rule: bool = False
    frequency: int
    kind: str
    tags: list[str]
    agent_type: str | None
    agent_types: list[str] = Field(default_factory=list)
    projects: list[str] = Field(default_factory=list)
    authority: Literal["learned", "user", "system"] = "learned"
    run_outcome: Literal["succeeded", "failed", "unverified"] | None = None
    outcome_bound: float = 0
    work_order_id: str | None
    run_id: str | None
    variant_of: UUID | None
    supersedes: UUID | None = None
    superseded_by: UUID | None = None
    created_at: datetime
    last_seen_at: datetime
    scope: str | None = None
    source_type: str = "learning"
    source: Source | None = None
    sources: list[Source] = Field(default_factory=list)
    age_days: float = 0
    rows_considered: int = 0
    path: str = "exact"


class Answer(BaseModel):
    """`matches`, best first, and `formatted`: the same for a prompt, quoted as data."""

    matches: list[Match]
    formatted: str


def answer(question: Question, tenant_id: UUID, database: Database, embedder: Embedder) -> Answer:
    """What the tenant has that answers the question best.

    `embedder` is of the model that the tenant's vectors are of. Given a `run_id`, what is handed out is noted, and is
    not learned back when that run completes.
    """
    [vector] = embedder.embed([question.query])
    matches = nearest(question, vector, tenant_id, database, embedder.model)
    return Answer(matches=matches, formatted=prompt_block.quote(matches))


def nearest(question: Question, vector: Vector, tenant_id: UUID, database: Database, model: str) -> list[Match]:
    """The matches of a question whose vector of this model is known."""
    rows = database.call(
        "match_knowledge",
        tenant_id=tenant_id,
        query_embedding=vector,
        model=model,
        match_count=question.match_count,
        match_threshold=question.match_threshold,
        of_agent_type=question.agent_type,
        for_run_id=question.run_id,
        of_scope=question.scope and question.scope.value,
        of_tags=question.tags or None,
        of_kind=question.kind,
        of_source_type=question.source_type,
        question=question.query,
        mode=question.mode,
        rule_count=question.rule_count,
        of_project=question.project,
        since=question.since,
        until=question.until,
        as_of=question.as_of,
    )
    return [Match.model_validate(row) for row in rows]
