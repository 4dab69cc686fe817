"""Jobs of reindex, what it is asked, and what it answers."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field, TypeAdapter

from knowledge.chunks.indexer import IndexReport
from knowledge.schemas import Body


class IndexFiles(BaseModel):
    """A job: make the index of these files like the files."""

    job: Literal["index_files"] = "index_files"
    tenant_id: UUID
    paths: list[str]


class EmbedLearnings(BaseModel):
    """A job: give vectors to the learnings without, by id after the one and up to the other."""

    job: Literal["embed_learnings"] = "embed_learnings"
    tenant_id: UUID
    after: UUID | None
    until: UUID


class Reindex(BaseModel):
    """A job: compare all that a tenant has."""

    job: Literal["reindex"] = "reindex"
    tenant_id: UUID


Work = IndexFiles | EmbedLearnings
JOB: TypeAdapter[Work | Reindex] = TypeAdapter(Annotated[Work | Reindex, Field(discriminator="job")])


class Prefix(Body):
    """Which files to compare: those whose path starts with it."""

    prefix: Annotated[str, Field(max_length=500)] = ""


class Problem(BaseModel):
    """A file of which nothing can be found, and why."""

    path: str
    problem: str


class ReindexReport(BaseModel):
    """What was done; `queued` jobs are still to be, `failed` files are tried again by the next reindex, and `under_way`
    are uploads that another run is at work on.

    Search answers from `model`; `next_model`, where there is one, takes its place as soon as it has everything.
    """

    model: str | None = None
    next_model: str | None = None
    switched: bool = False
    indexed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: int = 0
    chunks_embedded: int = 0
    chunks_reused: int = 0
    chunks_removed: int = 0
    learnings_embedded: int = 0
    issues_embedded: int = 0
    queued: int = 0
    under_way: int = 0
    problems: list[Problem] = Field(default_factory=list)

    def count(self, indexed: IndexReport) -> None:
        """Adds what became of one file."""
        self.indexed += indexed.outcome == "indexed"
        self.unchanged += indexed.outcome == "unchanged"
        self.removed += indexed.outcome == "removed"
        self.chunks_embedded += indexed.embedded
        self.chunks_reused += indexed.reused
        self.chunks_removed += indexed.removed
        self.problems += [Problem(path=indexed.path, problem=indexed.problem)] if indexed.problem else []
