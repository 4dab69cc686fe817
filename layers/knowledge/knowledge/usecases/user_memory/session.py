"""What an agent starts a session with: one call, one look into the database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from knowledge.errors import KnowledgeError
from knowledge.issues import confidence
from knowledge.issues.models import IssueMatch
from knowledge.matches.models import Match
from knowledge.matches.parts import add_issues, add_parts, count_for
from knowledge.matches.ranking import ranked
from knowledge.matches.served import ServedEntry, note_served
from knowledge.matches.token_budget import Budget, Size
from knowledge.memory import MemoryDocument, MemoryEntry, MemoryLimits, MemoryStore, embedding_timeout
from knowledge.memory import prompt as memory_prompt
from knowledge.ports.database import Row
from knowledge.ports.embedder import Embedder
from knowledge.usecases.user_memory.models import LeftOutEntry, Session, SessionRequest
from knowledge.usecases.user_memory.remembered import remembered

ISSUES = 3
RECALLED = Size(800, 6_000)  # what a tool's answer may take

Condense = Callable[[MemoryStore, MemoryDocument], Any]


@dataclass(frozen=True)
class Knowledge:
    """What is known for an objective, and the embedder that it was asked by; None where there was nothing to ask."""

    embedder: Embedder | None
    matches: Sequence[Match] = ()
    issues: Sequence[IssueMatch] = ()
    note: str | None = None


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
    document, knowledge = _read(request, store, embedder)
    condensed, note, forgotten = False, knowledge.note, []
    if may_write and limits.are_exceeded(len(document.entries), document.characters):
        shorter = condense(store, document)
        document, condensed, note = shorter, shorter.condensed, note or shorter.note
        forgotten = shorter.left_out
    session, shown = _composed(request, document, knowledge, limits)
    entries = [ServedEntry.of(entry.id) for entry in session.entries]
    note_served(store.database, store.tenant_id, request.run_id, shown.matches, shown.issues, entries)
    left_out = [*forgotten, *session.left_out]
    return session.model_copy(update={"condensed": condensed, "note": note, "left_out": left_out})


def recall(query: str, document: MemoryDocument, store: MemoryStore, embedder: Callable[[], Embedder]) -> str:
    """What the tenant knows for a question of the memory's user, quoted for a prompt in query-knowledge's parts; "" for
    nothing. What the memory overrules stands behind it; what was uploaded for other users is left out."""
    searching = embedder()
    vector = searching.embed_question(query)
    count = count_for(RECALLED)
    rows = store.matches(
        question=query,
        query_embedding=vector,
        model=searching.model,
        match_count=count,
        by_part=True,
        of_user=document.user_id,
    )
    budget = Budget(RECALLED, searching)
    add_parts(_ranked(rows, query, searching, count, remembered(document.entries)), budget)
    return budget.formatted


def _read(
    request: SessionRequest, store: MemoryStore, embedder: Callable[[], Embedder]
) -> tuple[MemoryDocument, Knowledge]:
    """All that the database has, from one call."""
    if request.objective is None:
        return store.session(request.user)[0], Knowledge(None)
    try:
        searching = embedder()
        vector = embedding_timeout.question(request.objective, searching)
        floor = confidence.floor(searching)
    except KnowledgeError as failed:
        missing = f"What is known for the objective is missing: {failed.detail}"
        return store.session(request.user)[0], Knowledge(None, note=missing)
    count = count_for(_room(request.max_characters))
    document, rows, issues = store.session(
        request.user,
        query_embedding=vector,
        model=searching.model,
        question=request.objective,
        match_count=count,
        rule_count=count,
        issue_count=ISSUES,
        issue_floor=floor,
        of_project=request.project,
        of_agent_type=request.agent_type,
    )
    own = remembered(document.entries)
    matches = [one for one in _ranked(rows, request.objective, searching, count, own) if one not in own]
    return document, Knowledge(searching, matches, [IssueMatch.of(row) for row in issues])


def _ranked(rows: Sequence[Row], question: str, embedder: Embedder, asked: int, own: Sequence[Match]) -> list[Match]:
    """Those that are about the question, as query-knowledge ranks them, and what of the user's own overrules them."""
    matches = [Match.model_validate(row) for row in rows]
    return ranked(matches, question, embedder.floor, asked=asked, remembered=own)


def _composed(
    request: SessionRequest, document: MemoryDocument, knowledge: Knowledge, limits: MemoryLimits
) -> tuple[Session, Knowledge]:
    """Instructions, then the memory, then what is known, as far as the characters go; and what of that is in it."""
    instructions = memory_prompt.instructions(limits.saves)
    room = request.max_characters - len(instructions) - 4  # two empty lines between three blocks
    entries = _remembered(document, room)
    memory = memory_prompt.block(entries)
    formatted_knowledge, shown, left_out = _known(knowledge, room - len(memory), request.project)
    if missing := len(document.entries) - len(entries):
        left_out = [LeftOutEntry(what=f"{missing} entries of the memory", why="they do not fit"), *left_out]
    formatted = "\n\n".join(part for part in (instructions, memory, formatted_knowledge) if part)
    session = Session(
        user_id=document.user_id,
        version=document.version,
        formatted=formatted,
        instructions=instructions,
        memory=memory,
        knowledge=formatted_knowledge,
        entries=entries,
        characters=len(formatted),
        left_out=left_out,
    )
    return session, shown


def _remembered(document: MemoryDocument, room: int) -> list[MemoryEntry]:
    """The entries that fit: rules before all else."""
    room -= len(memory_prompt.framed([""]))
    entries = []
    for entry in memory_prompt.in_order(document.entries):
        size = len(memory_prompt.line(entry)) + 1
        if size <= room:
            room -= size
            entries.append(entry)
    return entries


def _known(knowledge: Knowledge, characters: int, project: str | None) -> tuple[str, Knowledge, list[LeftOutEntry]]:
    """The block of what is known: the issues that the objective is about, then the parts; "" for nothing."""
    if knowledge.embedder is None:
        return "", knowledge, []
    budget = Budget(_room(characters), knowledge.embedder)
    issues = add_issues(knowledge.issues, budget)
    shown = replace(knowledge, matches=add_parts(knowledge.matches, budget, project=project), issues=issues)
    return budget.formatted, shown, [LeftOutEntry(what=entry.what, why=entry.why) for entry in budget.left_out]


def _room(characters: int) -> Size:
    """So many characters, whatever the tokens: no text has more of them."""
    return Size(characters, characters)
