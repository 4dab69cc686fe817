"""What an agent starts a session with: one call, one look into the database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, computed_field

from knowledge.errors import KnowledgeError
from knowledge.memory import MemoryDocument, MemoryEntry, MemoryLimits, MemoryStore
from knowledge.memory import prompt as memory_prompt
from knowledge.ports.database import Row
from knowledge.ports.embedder import Embedder
from knowledge.text import prompt_block
from knowledge.usecases.user_memory.budget import Budget
from knowledge.usecases.user_memory.models import Session, SessionRequest

MATCHES = 20  # at most: far more than fit beside a memory
RECALLED = 5

Part = Literal["rule", "fix", "fact", "passage"]
# What each part may take of the room beside the memory; what it leaves over goes to the next. As in query-knowledge.
SHARES: dict[Part, float] = {"rule": 0.3, "fix": 0.3, "fact": 0.25, "passage": 0.15}
_FIXES = {"fix", "dead_end", "error_fix"}
_RULES = {"rule", "correction"}


class Place(BaseModel):
    """Where a passage stands."""

    path: str
    breadcrumb: list[str] = []
    unit: str | None = None
    first: int | None = None
    last: int | None = None
    version: str | None = None


class Match(BaseModel):
    """What search found, as far as a prompt says it."""

    id: UUID
    learning: str
    similarity: float
    frequency: int
    kind: str
    last_seen_at: datetime
    authority: str = "learned"
    run_outcome: str | None = None
    supersedes: UUID | None = None
    superseded_by: UUID | None = None
    overruled_by: str | None = None
    source: Place | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def part(self) -> Part:
        """Where it belongs."""
        if self.source:
            return "passage"
        return "rule" if self.kind in _RULES else "fix" if self.kind in _FIXES else "fact"


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
    vector, model, note = _embedded(request.objective, embedder)
    document, matches = store.session(request.user, vector, model, MATCHES, request.run_id)
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
        question=query,
        query_embedding=vector,
        model=searching.model,
        match_count=RECALLED,
    )
    return prompt_block.quote([Match.model_validate(row) for row in rows])


def _embedded(
    objective: str | None, embedder: Callable[[], Embedder]
) -> tuple[list[float] | None, str | None, str | None]:
    if objective is None:
        return None, None, None
    try:
        searching = embedder()
        [vector] = searching.embed([objective])
    except KnowledgeError as failed:
        return None, None, f"What is known for the objective is missing: {failed.detail}"
    return vector, searching.model, None


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
