"""What an event says, kept in the tenant's files: an event sent twice has one effect and one answer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from knowledge.files import topic_index
from knowledge.files.editor import EditRunner, Snapshot
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.files.semver import ChangedBy
from knowledge.ports.callers_model import OpenQuestion
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.ports.llm import LLM, LLMFailed, Usage
from knowledge.ports.object_store import Objects
from knowledge.text import hashing
from knowledge.text.sentences import sentences
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.edits.llm_supersession import Arbiter
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import (
    Event,
    EventExtraction,
    EventQuestion,
    Occurrence,
    Plan,
    RecordEventResult,
    Statement,
    Tokens,
)
from knowledge.usecases.record_event.planner import EventChanges, Planner
from knowledge.usecases.record_event.statements.llm_extractor import ModelExtraction, by_model
from knowledge.usecases.record_event.statements.rule_extractor import by_rules, leaves_out, title_of
from knowledge.usecases.record_event.statements.speakers import roles, subjects
from knowledge.usecases.record_event.statements.stated_fields import stated, with_technologies
from knowledge.usecases.record_event.statements.technologies import dependencies
from knowledge.usecases.record_event.topics import nameable
from knowledge.usecases.record_event.topics.nearby_summaries import NearbySummaries

__all__ = ["Event", "EventQuestion", "RecordEventResult", "record", "record_or_ask"]

SAME = 0.8  # the cosine from which a statement of the rules says what one of the model's says
NOTHING = "Nothing was kept: beside questions, pleasantries and e-mails the event says nothing."
FOUND_NOTHING = "Extracted by rules, because the language model found nothing."
ONLY_EMAILS = (
    "Nothing was kept: e-mails are left out, unless an operator keeps them (kloop tenants emails NAME --keep)."
)
GONE = (
    "The event came before, so nothing was stored now, and of what it wrote there is no more: {}. To record it again, "
    "send another event_id."
)
FORGOTTEN = "what was forgotten since"
KNOWN = "Nothing is new: the files say already what the event says."


def record_or_ask(
    event: Event,
    tenant_id: UUID,
    objects: Objects,
    database: Database,
    embedder: Embedder,
    llm: LLM | None,
    *,
    keeps_emails: bool = False,
) -> RecordEventResult | EventQuestion:
    """See `record`; where the model is the caller's and has a question open, that question, and nothing is written."""
    try:
        return record(event, tenant_id, objects, database, embedder, llm, keeps_emails=keeps_emails)
    except OpenQuestion as open_question:
        return EventQuestion(event_id=event.event_id, kind=event.kind, question=open_question.question)


def record(
    event: Event,
    tenant_id: UUID,
    objects: Objects,
    database: Database,
    embedder: Embedder,
    llm: LLM | None,
    *,
    keeps_emails: bool = False,
) -> RecordEventResult:
    """The files into which what the event says was written, and what it says.

    E-mails in it are left out unless `keeps_emails`.
    What is to be written is decided and stored first, then made, edit by edit, and answered last: whoever repeats the
    event, after a crash or at once, makes the same edits, each of which counts once. Raises `Invalid` for an event_id
    that came with other content, `Unavailable` where S3 or the database does not answer: then the same event again
    completes it.
    """
    request_hash = hashing.of_request(_asked(event))
    rows = database.call("find_event", tenant_id=tenant_id, event_id=event.event_id, request_hash=request_hash)
    editor = EditRunner(tenant_id, objects, database, event.project)
    if not rows:
        plan = _plan(cleaned(event, keeps_emails=keeps_emails), Snapshot(editor), embedder, llm).model_dump(mode="json")
        rows = database.call(
            "plan_event", tenant_id=tenant_id, event_id=event.event_id, request_hash=request_hash, new_plan=plan
        )
    [row] = rows
    if row["answer"]:
        return _repeated(row["answer"])
    return _executed(Plan.model_validate(row["plan"]), event, tenant_id, editor, database)


def _repeated(answer: Row) -> RecordEventResult:
    """The answer of then; its note tells what of the files is there no more."""
    gone = [*answer["gone"], *([FORGOTTEN] if answer.get("forgotten") else [])]
    note = answer["note"], GONE.format(", ".join(gone)) if gone else None
    return RecordEventResult.model_validate({**answer, "note": " ".join(filter(None, note)) or None, "repeated": True})


def _asked(event: Event) -> dict[str, Any]:
    """What makes it this event and no other, whoever reads it.

    Without a project the field is left out, so that hashes of events stored before projects existed still match.
    """
    # Content and metadata as they are: pydantic writes out nothing that is nested deeper than 255.
    as_sent = {"content": event.content, "metadata": event.metadata}
    without = {"event_id", "answers", *as_sent} | (set() if event.project else {"project"})
    return {**event.model_dump(mode="json", exclude=without), **as_sent}


def _plan(event: Occurrence, files: Snapshot, port: Embedder, llm: LLM | None) -> Plan:
    embedder = RememberingEmbedder(port)
    embedder.foresee([*topic_index.lines(files.text), *topic_index.titles(files.text), *nameable.NO_SUBJECTS])
    event, usage = replace(event, subjects=subjects(event, embedder)), Usage()
    event = replace(event, roles=roles(event, embedder))
    extraction = _extracted(event, embedder, llm, NearbySummaries(event, files, embedder), usage)
    event = replace(event, title=extraction.title or title_of(event, extraction.statements))
    summary = f"{event.kind.replace('_', ' ')} {hashing.short(event.event_id)}: {event.title}"
    judge = Arbiter(event, llm, embedder, usage) if llm and extraction.method == "llm" else None
    planned = Planner(event, extraction, files, embedder, judge).plan()
    notes = [extraction.note, judge.note if judge else None, _left_out(event), _unchanged(planned, event)]
    return Plan(
        edits=planned.edits,
        summary=summary,
        statements=planned.statements,
        method=extraction.method,
        note=" ".join(filter(None, notes)) or None,
        emails=event.emails,
        tokens=Tokens(read=usage.input_tokens, written=usage.output_tokens) if usage.tokens else None,
    )


def _unchanged(planned: EventChanges, event: Occurrence) -> str | None:
    """Why no file changes: nothing is said, but in e-mails, or nothing new; None where one does."""
    return None if planned.edits else KNOWN if planned.statements else ONLY_EMAILS if event.emails else NOTHING


def _left_out(event: Occurrence) -> str | None:
    """What of the fields of a change is not read; of other events they are whatever the caller means."""
    return dependencies(event.metadata.get("dependencies")).note if event.kind == "code_change" else None


def _extracted(
    event: Occurrence,
    embedder: RememberingEmbedder,
    llm: LLM | None,
    nearby: NearbySummaries,
    usage: Usage,
) -> EventExtraction:
    """By the model where there is one, else, or where it fails or finds nothing, by rules."""
    if llm is None or not event.text:
        return _by_rules(event, embedder)
    try:
        answer = by_model(event, llm, nearby.pages(), usage, nearby.standing([], is_read=True))
    except LLMFailed as error:
        return _by_rules(event, embedder, error.note)
    if not (answer.extraction.statements or answer.rejected):
        ruled = _by_rules(event, embedder)
        return replace(ruled, note=FOUND_NOTHING if ruled.statements else None)
    read = _completed(event, answer, embedder) if answer.rejected else answer.extraction
    # In other words than the event's: those stay readable, and with them what the model has left out.
    partial = read.partial or leaves_out(event, read.statements, embedder)
    return replace(with_technologies(read, event), partial=partial)


def _completed(event: Occurrence, read: ModelExtraction, embedder: RememberingEmbedder) -> EventExtraction:
    """For each item of the model's that the event does not bear out what the rules found nearest to it."""
    of_model = read.extraction.statements
    vectors = embedder.embed([statement.text for statement in of_model])
    of_rules = [
        statement
        for statement in _by_rules(event, embedder).statements
        if statement.says not in ("metric", "technology")
    ]
    ruled = [part for statement in of_rules for part in _unsaid(statement, vectors, embedder)]
    own = embedder.embed([statement.text for statement in ruled])
    free = [at for at, vector in enumerate(own) if all(cosine(vector, other) < SAME for other in vectors)]
    nearest: dict[int, Statement] = {}
    for lost, vector in zip(read.rejected, embedder.embed([lost.text for lost in read.rejected]), strict=True):
        if free:
            nearest.setdefault(max(free, key=lambda at: cosine(own[at], vector)), lost)
    stand_in = [_placed_as(ruled[at], lost) for at, lost in sorted(nearest.items())]
    return replace(read.extraction, statements=[*of_model, *stand_in])


def _placed_as(statement: Statement, other: Statement) -> Statement:
    """The statement on the page of the other one, in whose place it stands."""
    return statement.model_copy(update={"category": other.category, "topic": other.topic, "page": other.page})


def _unsaid(statement: Statement, vectors: Sequence[Vector], embedder: Embedder) -> list[Statement]:
    """The statement where nothing of it is said already, else its sentences that are not, with what leans on each."""
    parts: list[list[str]] = []
    for sentence in sentences(statement.text):
        parts = [*parts[:-1], [*parts[-1], sentence]] if parts and wording.leans(sentence) else [*parts, [sentence]]
    new = [
        " ".join(part)
        for part in parts
        if not wording.leans(part[0])
        and all(cosine(vector, other) < SAME for vector in embedder.embed(part) for other in vectors)
    ]
    return [statement] if len(new) == len(parts) else [statement.model_copy(update={"text": text}) for text in new]


def _by_rules(event: Occurrence, embedder: RememberingEmbedder, note: str | None = None) -> EventExtraction:
    statements = by_rules(event, stated(event), embedder)
    return EventExtraction(statements, "rules", note, partial=leaves_out(event, statements, embedder))


def _executed(plan: Plan, event: Event, tenant_id: UUID, editor: EditRunner, database: Database) -> RecordEventResult:
    answer = RecordEventResult(
        event_id=event.event_id,
        kind=event.kind,
        files=editor.apply(plan.edits, ChangedBy.AGENT, plan.summary),
        statements=plan.statements,
        method=plan.method,
        note=plan.note,
        emails=plan.emails,
        tokens=plan.tokens,
    )
    [row] = database.call(
        "complete_event", tenant_id=tenant_id, event_id=event.event_id, new_answer=answer.model_dump(mode="json")
    )
    return RecordEventResult.model_validate(row["answer"])
