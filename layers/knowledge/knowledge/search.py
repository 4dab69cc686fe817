"""A question → the learnings that answer it, ranked, and ready for a prompt."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from knowledge import recall
from knowledge.database import Database
from knowledge.embedder import Embedder
from knowledge.models import Body, Label, RunId, Text


class Question(Body):
    """What query-knowledge is asked."""

    query: Annotated[Text, Field(max_length=10_000)]
    match_count: Annotated[int, Field(ge=1, le=100, strict=True)] = 5
    match_threshold: Annotated[float, Field(ge=-1, le=1)] | None = None
    agent_type: Label | None = None
    run_id: RunId | None = None


class Match(BaseModel):
    """A learning and every signal that placed it. `similarity` is the cosine: identical text scores 1.0."""

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


class Answer(BaseModel):
    """`matches`, best first, and `formatted`: the same for a prompt, quoted as data."""

    matches: list[Match]
    formatted: str


def answer(question: Question, tenant_id: UUID, database: Database, embedder: Embedder) -> Answer:
    """The tenant's learnings nearest to the question.

    Given a `run_id`, what is handed out is noted, and is not learned back when that run completes.
    """
    [vector] = embedder.embed([question.query])
    rows = database.call(
        "match_knowledge",
        tenant_id=tenant_id,
        query_embedding=vector,
        model=embedder.model,
        match_count=question.match_count,
        match_threshold=question.match_threshold,
        of_agent_type=question.agent_type,
        for_run_id=question.run_id,
    )
    matches = [Match.model_validate(row) for row in rows]
    return Answer(matches=matches, formatted=recall.quote(matches))
