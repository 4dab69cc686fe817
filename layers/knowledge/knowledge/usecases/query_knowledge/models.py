"""What a task's context is asked by and made of."""

from typing import Annotated

from pydantic import BaseModel, Field

from knowledge.files.topic_index import Topic
from knowledge.schemas import Body, Label, RunId, Text
from knowledge.usecases.query_knowledge.search import Match
from knowledge.usecases.query_knowledge.token_budget import LeftOut


class ContextRequest(Body):
    """What an agent is about to do."""

    task_type: Label
    task_description: Annotated[Text, Field(max_length=10_000)]
    max_tokens: Annotated[int, Field(ge=100, le=200_000, strict=True)] = 4_000
    run_id: RunId | None = None


class ContextDocument(BaseModel):
    """A file of the knowledge base, whole."""

    path: str
    title: str
    version: str | None
    scope: str | None
    content: str


class ContextMatch(Match):
    """A match; `overruled_by` is the file of higher authority that says otherwise."""

    overruled_by: str | None = None


class Context(BaseModel):
    """What there is for a task; `formatted` holds all of it, quoted as data, in `tokens` of the embedding model.

    `left_out` says what belongs to it and is not there, and why.
    """

    index: list[Topic]
    system: list[ContextDocument]
    summaries: list[ContextDocument]
    descriptions: list[ContextDocument]
    semantic_results: list[ContextMatch]
    formatted: str
    tokens: int
    left_out: list[LeftOut]
