"""What an agent starts a session with: one call, one look into the database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from knowledge.errors import KnowledgeError
from knowledge.memory import MemoryDocument, MemoryEntry, MemoryLimits, MemoryStore
from knowledge.memory import prompt as memory_prompt
from knowledge.ports.database import Row
from knowledge.ports.embedder import Embedder
from knowledge.text import prompt_block
from knowledge.usecases.user_memory.budget import Budget
from knowledge.usecases.user_memory.models import Session, SessionRequest

MATCHES = 20  # at most: far more than fit beside a memory
RULES = 10  # standing rules, beside them
RECALLED = 5

Part = Literal["rule", "fix", "fact", "passage"]
# What each part may take of the room beside the memory; what it leaves over goes to the next. As in query-knowledge.
SHARES: dict[Part, float] = {"rule": 0.3, "fix": 0.3, "fact": 0.25, "passage": 0.15}


class Place(BaseModel):
    """Where a passage stands."""

    path: str
    breadcrumb: list[str] = Field(default_factory=list)
    unit: str | None = None
    first: int | None = None
    last: int | None = None
    version: str | None = None


class Match(BaseModel):
    """What search found, as far as a prompt says it."""

    id: UUID
    learning: str
    part: Part
    kind: str
    similarity: float
    frequency: int
    last_seen_at: datetime
    authority: str = "learned"
    run_outcome: str | None = None
    supersedes: UUID | None = None
    superseded_by: UUID | None = None
    overruled_by: str | None = None
    source: Place | None = None


Condense = Callable[[MemoryStore, MemoryDocument], Any]


def start(
    request: SessionRequest,
    store: MemoryStore,
    limits: MemoryLimits,
    embedder: Callable[[], Embedder],
    condense: Condense,
    *,
    may_write: bool,
) -> Session:
    """The prompt of a session that starts. What is known for the objective is left out where no embedder answers: a
    session without it is better than none."""
    asked, note = _asked(request, embedder)
    document, matches = store.session(request.user, **asked)
    condensed = False
    if may_write and limits.exceeded(len(document.entries), document.characters):
        shorter = condense(store, document)
        document, condensed, note = shorter, shorter.condensed, note or shorter.note
    return _composed(request, document, matches, limits).model_copy(update={"condensed": condensed, "note": note})


def recall(query: str, store: MemoryStore, embedder: Callable[[], Embedder]) -> str:
    """What the tenant knows for a question, quoted for a prompt; "" for nothing."""
    searching = embedder()
    [vector] = searching.embed([query])
    rows = store.database.call(
        "match_knowledge",
        tenant_id=store.tenant_id,
        query_embedding=vector,
        model=searching.model,
        match_count=RECALLED,
        question=query,
    )
    return prompt_block.quote([Match.model_validate(row) for row in rows])


def _asked(request: SessionRequest, embedder: Callable[[], Embedder]) -> tuple[dict[str, Any], str | None]:
    """What the database is asked for beside the memory, and why it is nothing where there is an objective."""
    if request.objective is None:
        return {}, None
    try:
        searching = embedder()
        [vector] = searching.embed([request.objective])
    except KnowledgeError as failed:
        return {}, f"What is known for the objective is missing: {failed.detail}"
    return {
        "query_embedding": vector,
        "model": searching.model,
        "question": request.objective,
        "match_count": MATCHES,
        "rule_count": RULES,
        "of_project": request.project,
        "of_agent_type": request.agent_type,
        "for_run_id": request.run_id,
    }, None


def _composed(request: SessionRequest, document: MemoryDocument, rows: Sequence[Row], limits: MemoryLimits) -> Session:
    """Instructions, then the memory, then the parts of what is known, as far as the characters go."""
    budget = Budget(request.max_characters)
    instructions = memory_prompt.instructions(limits.saves)
    budget.spend(instructions)
    entries = _remembered(budget, document)
    memory = memory_prompt.block(entries)
    knowledge = _known(budget, [Match.model_validate(row) for row in rows])
    formatted = "\n\n".join(part for part in (instructions, memory, knowledge) if part)
    return Session(
        user_id=document.user_id,
        version=document.version,
        formatted=formatted,
        instructions=instructions,
        memory=memory,
        knowledge=knowledge,
        entries=entries,
        characters=len(formatted),
        left_out=budget.left_out,
    )


def _remembered(budget: Budget, document: MemoryDocument) -> list[MemoryEntry]:
    """The entries that fit: rules before all else."""
    entries = memory_prompt.in_order(document.entries)
    if entries:
        budget.spend(memory_prompt.framed([""]))
    return budget.fill(entries, [memory_prompt.line(entry) for entry in entries], "what is remembered")


def _known(budget: Budget, matches: Sequence[Match]) -> str:
    """The block of what is known, part by part; "" for nothing."""
    budget.spend(prompt_block.block([""]))
    room, carried, shown = budget.left, 0, []
    for part, share in SHARES.items():
        of_part = [match for match in matches if match.part == part]
        carried += int(room * share)
        before = budget.left
        shown += budget.fill(of_part, [prompt_block.line(match) for match in of_part], f"the {part} matches", carried)
        carried -= before - budget.left
    return prompt_block.quote(shown)
