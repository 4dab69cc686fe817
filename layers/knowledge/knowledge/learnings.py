"""What an agent run taught: extract → embed → upsert, once a run."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self
from uuid import UUID, uuid4

from pydantic import BaseModel, Field, model_validator

from knowledge import digests
from knowledge.database import Database
from knowledge.distinctions import distinctions
from knowledge.emails import without_emails
from knowledge.embedder import Embedder
from knowledge.errors import LimitReached
from knowledge.extraction import Candidate, Extraction, Run, extract
from knowledge.llm import LLM
from knowledge.models import Body, Label, RunId, Text, storable
from knowledge.redaction import redact
from knowledge.tiers.editor import Touched
from knowledge.transcripts import Turn, parse

NEXT_TIER = {"free": "pro", "pro": "team"}
MAX_LEARNING = 2000  # characters


class GivenLearning(Body):
    """A learning that the caller states itself; the text alone will do."""

    learning: Annotated[Text, Field(max_length=MAX_LEARNING)]
    kind: Label = "fact"
    tags: Annotated[tuple[Label, ...], Field(max_length=20)] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, stated: Any) -> Any:
        return {"learning": stated} if isinstance(stated, str) else stated


# Each is compared with all that the tenant holds: at 25,000 of them a hundred take some two seconds, and Supabase
# ends a statement after eight.
Given = Annotated[tuple[GivenLearning, ...], Field(max_length=100)]


class CompletedRun(Body):
    """A finished run, as agent-complete takes it: a session log, explicit learnings, or both."""

    run_id: RunId | None = None
    work_order_id: Label | None = None
    agent_type: Label | None = None
    objective: Annotated[str, Field(max_length=20_000)] | None = None
    outcome: Label | None = None
    session_log: str | list[Any] | dict[str, Any] | None = None
    learnings: Given = ()

    @model_validator(mode="after")
    def _teaches(self) -> Self:
        if not self.session_log and not self.learnings:
            raise ValueError("send a session_log, learnings, or both")
        return self


class Kept(BaseModel):
    """What became of one learning. `similarity` is that of the nearest one held before, where it was near."""

    learning: str
    kind: str
    outcome: Literal["inserted", "reinforced", "recalled", "rejected"]
    id: UUID | None
    similarity: float | None
    frequency: int | None


class Completion(BaseModel):
    """What became of a run's learnings, the same in figures, and the files written; None where none are."""

    run_id: str
    learnings: list[Kept]
    inserted: int
    reinforced: int
    recalled: int
    rejected: int
    method: Literal["given", "rules", "llm"]
    note: str | None = None
    repeated: bool = False
    upgrade: str | None = None
    files: list[Touched] | None = None


def complete(
    run: CompletedRun,
    tenant_id: UUID,
    tier: str,
    database: Database,
    embedder: Embedder,
    llm: LLM | None,
    idempotency_key: str | None = None,
    next_embedder: Embedder | None = None,
) -> Completion:
    """Keeps what the run taught. The same run again has no further effect and gets the first answer.

    A run without an id is known by its content. `embedder` is of the tenant's model; while that changes,
    `next_embedder` is of the one to come: what is learned meanwhile has vectors of both, and is found before the
    switch and after it.
    """
    # The log beside the rest: pydantic writes out nothing that is nested deeper than 255.
    request_hash = digests.of_request([run.model_dump(mode="json", exclude={"run_id", "session_log"}), run.session_log])
    run_id = run.run_id or idempotency_key or request_hash
    if not database.call("find_run", tenant_id=tenant_id, run_id=run_id):
        extraction = _extracted(run, run_id, tenant_id, database, embedder, llm)
    else:
        extraction = Extraction(learnings=[], method="rules", note=None)  # complete_run compares and answers
    given = [each.model_copy(update={"learning": redact(each.learning)}) for each in run.learnings]
    [row] = database.call(
        "complete_run",
        tenant_id=tenant_id,
        run_id=run_id,
        request_hash=request_hash,
        learnings=[
            *_records(given, embedder, next_embedder, extracted=False),
            *_records(extraction.learnings, embedder, next_embedder, extracted=True),
        ],
        model=embedder.model,
        threshold=embedder.near_duplicate,
        method=extraction.method if run.session_log else "given",
        note=extraction.note,
        agent_type=run.agent_type,
        work_order_id=run.work_order_id,
        objective=redact(without_emails(run.objective).value) if run.objective else None,
        outcome=run.outcome,
        next_model=next_embedder.model if next_embedder else None,
        next_threshold=next_embedder.near_duplicate if next_embedder else None,
    )
    completion = Completion.model_validate({**row["answer"], "repeated": row["repeated"]})
    return completion.model_copy(update={"upgrade": _upgrade(tier) if completion.rejected else None})


def add(
    learnings: Given,
    tenant_id: UUID,
    tier: str,
    database: Database,
    embedder: Embedder,
    idempotency_key: str | None,
    next_embedder: Embedder | None = None,
) -> Completion:
    """Keeps the learnings as given. Raises `LimitReached` where the tier has room for none of them.

    Without an idempotency key every call counts: learning something again reinforces it.
    """
    run = CompletedRun(learnings=learnings)
    key = idempotency_key or str(uuid4())
    completion = complete(run, tenant_id, tier, database, embedder, None, key, next_embedder)
    if completion.rejected == len(completion.learnings):
        rejected = [each.model_dump(mode="json") for each in completion.learnings]
        raise LimitReached(_upgrade(tier), tier=tier, learnings=rejected)
    return completion


def _extracted(
    run: CompletedRun, run_id: str, tenant_id: UUID, database: Database, embedder: Embedder, llm: LLM | None
) -> Extraction:
    if not run.session_log:
        return Extraction(learnings=[], method="rules", note=None)
    served = database.call("served_learnings", tenant_id=tenant_id, run_id=run_id)
    parsed = Run(
        run_id=run_id,
        work_order_id=run.work_order_id,
        agent_type=run.agent_type,
        objective=run.objective or "",
        outcome=run.outcome or "",
        turns=_without_emails(parse(run.session_log)),
    )
    return extract(parsed, embedder, llm, [row["learning"] for row in served])


def _without_emails(turns: Sequence[Turn]) -> list[Turn]:
    """What was said, without e-mails and what tells of those that the run saw."""
    said = without_emails([turn.text for turn in turns], context=[turn.output for turn in turns]).value
    return [replace(turn, text=text) for turn, text in zip(turns, said, strict=True)]


def _records(
    candidates: Sequence[GivenLearning | Candidate],
    embedder: Embedder,
    next_embedder: Embedder | None,
    *,
    extracted: bool,
) -> list[dict[str, Any]]:
    # Redaction may lengthen a text, and a log may hold what Postgres does not.
    texts = [storable(each.learning)[:MAX_LEARNING] for each in candidates]
    vectors = embedder.embed(texts)
    further = [{"next_embedding": str(vector)} for vector in next_embedder.embed(texts)] if next_embedder else None
    return [
        {
            "learning": text,
            "kind": each.kind,
            "tags": [storable(tag) for tag in each.tags],
            "embedding": str(vector),
            "distinctions": distinctions(text),
            "extracted": extracted,
            **next_one,
        }
        for each, text, vector, next_one in zip(candidates, texts, vectors, further or [{}] * len(texts), strict=True)
    ]


def _upgrade(tier: str) -> str:
    if tier not in NEXT_TIER:
        return f"the {tier} tier is full, and it is the largest; delete what is not needed"
    return f"the {tier} tier is full; move the tenant to the next: kloop tenants upgrade NAME --tier {NEXT_TIER[tier]}"
