"""A question → the learnings and document chunks that answer it, ranked, and ready for a prompt."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AliasChoices, BaseModel, Field

from knowledge.files.paths import Scope
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder, Vector
from knowledge.schemas import Body, Label, RunId, Text
from knowledge.text import prompt_block


class Filters(Body):
    """What a match must be; each that is given must hold.

    Learnings have the scope `learned` and the source type `learning`; chunks have the kind `chunk` and no agent type.
    """

    agent_type: Label | None = None
    scope: Scope | None = None
    tags: Annotated[tuple[Label, ...], Field(max_length=20, description="all of them")] = ()
    kind: Label | None = None
    source_type: Annotated[Label | None, Field(validation_alias=AliasChoices("source_type", "sourceType"))] = None


class Question(Filters):
    """What query-knowledge is asked."""

    query: Annotated[Text, Field(max_length=10_000)]
    match_count: Annotated[int, Field(ge=1, le=100, strict=True)] = 5
    match_threshold: Annotated[float, Field(ge=-1, le=1)] | None = None
    run_id: RunId | None = None


class Source(BaseModel):
    """Where a chunk stands: its file and that file's version, the headings above it, and its pages, rows or lines."""

    path: str
    chunk: int
    heading: str | None
    breadcrumb: list[str]
    unit: Literal["page", "row", "line"] | None
    first: int | None
    last: int | None
    version: str | None


class Match(BaseModel):
    """A learning, or a chunk of a file, and every signal that placed it.

    `learning` is the text of either. `similarity` is the cosine: identical text scores 1.0. A chunk has a `source`; a
    learning has the run that it comes from.
    """

    id: UUID
    learning: str
    similarity: float
    frequency: int
    score: float
    kind: str
    tags: list[str]
    agent_type: str | None
    work_order_id: str | None
    run_id: str | None
    variant_of: UUID | None
    created_at: datetime
    last_seen_at: datetime
    scope: str | None = None
    source_type: str = "learning"
    source: Source | None = None


class Answer(BaseModel):
    """`matches`, best first, and `formatted`: the same for a prompt, quoted as data."""

    matches: list[Match]
    formatted: str


def answer(question: Question, tenant_id: UUID, database: Database, embedder: Embedder) -> Answer:
    """What the tenant has nearest to the question.

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
    )
    return [Match.model_validate(row) for row in rows]
