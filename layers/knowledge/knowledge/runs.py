"""A finished run: what it taught kept once, and told in files under `learned/`."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from knowledge import digests
from knowledge.database import Database
from knowledge.emails import MARK
from knowledge.extraction.prose import paragraphs
from knowledge.extraction.task import Task, read_task
from knowledge.extraction.wording import CAUSE
from knowledge.learnings import CompletedRun, Completion, Kept, Learner
from knowledge.learnings.privacy import private
from knowledge.objects import Objects
from knowledge.redaction import redact
from knowledge.text import one_line
from knowledge.tiers import learned
from knowledge.tiers.editor import Editor, Touched
from knowledge.tiers.edits import AnyEdit
from knowledge.tiers.learned import Pattern, Report
from knowledge.tiers.versions import ChangedBy
from knowledge.transcripts import Turn

RECURS = 3  # distinct runs that taught a learning make it a pattern
MAX_ASKED = 4_000  # characters of the objective that the task's file quotes
MAX_STEPS = 12
_FAILED = re.compile(
    r"\b(?:fail\w*|errors?|abort\w*|cancell?ed|time(?:d )?-?out|gave up|given up|unsuccessful\w*|incomplete|"
    r"crash\w*|blocked|not (?:fixed|done|solved|completed|finished|working|successful))\b",
    re.I,
)
# `Fixed the crash of the login` is none, `completed with errors` and `fixed, but the build fails` are.
_SUCCEEDED = re.compile(
    r"\W*(?:success\w*|succeeded|done|fix(?:ed|es)|resolved|solved|completed|finished|merged|shipped)\b"
    r"(?!.*\b(?:but|except|however|though|failed|with (?:[\w]+ )?(?:errors?|failures?))\b)",
    re.I | re.S,
)
_NOT_FAILED = re.compile(r"\b(?:no|0|zero|without(?: any)?|never|not) (?:errors?|fail\w*)\b|\bfail\w*: 0\b", re.I)
# What an agent says last of all tells nothing of what it did.
_FLOURISH = re.compile(
    r"\?$|\b(?:(?:ready|going) to submit|submit (?:the|my|these) changes?|to submit|confident|"
    r"(?:looks?|is|are) (?:good|great|clean|correct|fine|gone)|let me know)\b",
    re.I,
)
_ROOT_CAUSE = re.compile(r"\b(?:because|root cause|due to|caused?|since)\b", re.I)


def finish(run: CompletedRun, learner: Learner, objects: Objects, idempotency_key: str | None = None) -> Completion:
    """Keeps what the run taught, then writes its files; the same run again gets the first answer.

    Raises `Unavailable` where S3 or the database does not answer. The learnings may be kept by then; nothing is
    acknowledged before the files are written, and the same run again writes those that are missing.
    """
    done = learner.complete(run, idempotency_key)
    if done.files is not None:
        return done
    tenant_id, database = learner.tenant_id, learner.database
    files = _written(run, done, Editor(tenant_id, objects, database), tenant_id, database)
    new_files = [touched.model_dump() for touched in files]
    [row] = database.call("note_run_files", tenant_id=tenant_id, run_id=done.run_id, new_files=new_files)
    return done.model_copy(update={"files": [Touched.model_validate(file) for file in row["files"]]})


def has_failed(outcome: str) -> bool:
    """Whether what the caller says of a run's outcome tells of a failure."""
    return not _SUCCEEDED.match(outcome) and bool(_FAILED.search(_NOT_FAILED.sub("", outcome)))


def _written(run: CompletedRun, done: Completion, editor: Editor, tenant_id: UUID, database: Database) -> list[Touched]:
    kept = [each for each in done.learnings if each.id and each.outcome in ("inserted", "reinforced")]
    recurring = database.call(
        "note_run",
        tenant_id=tenant_id,
        run_id=done.run_id,
        learnings=tuple(str(each.id) for each in kept),
        threshold=RECURS,
    )
    report = _report(run, done)
    patterns = [Pattern(UUID(str(row["id"])), row["learning"], row["tags"]) for row in recurring]
    told = bool(run.objective or run.outcome or run.session_log)  # else there is no task, only learnings
    changes: list[AnyEdit] = [
        *(learned.task(report) if told else []),
        *(learned.failure(report) if report.failed else []),
        *learned.patterns(patterns, report, RECURS),
    ]
    why = f"Run {digests.short(done.run_id)}: {report.title}"
    return editor.make([*editor.listed(changes, why), *changes], ChangedBy.AGENT, why)


def _report(run: CompletedRun, done: Completion) -> Report:
    turns = run.turns
    last = next((turn.text for turn in reversed(turns) if turn.role == "assistant" and turn.text), "")
    taught = [each.learning for each in done.learnings if each.outcome != "recalled"]
    told = [run.objective or "", run.outcome or "", last, read_task("", turns).title]
    objective, outcome, final, logged, *notes = private([*told, *taught], turns)
    notes = [each for each in notes if MARK not in each]
    task = read_task(objective or ("" if MARK in logged else logged), [])
    return Report(
        run_id=one_line(redact(done.run_id)),
        title=_title(task, done),
        asked=(objective or task.title)[:MAX_ASKED],
        did=_steps(turns, final),
        outcome=outcome,
        notes=notes,
        at=datetime.now(UTC).replace(microsecond=0),
        tags=_tags(run, done.learnings),
        failed=has_failed(outcome),
        happened="\n\n".join(filter(None, [outcome, " ".join(_sentences(final)[:4])])),
        causes=_causes(notes, final),
        attempts=_attempts(turns, run.work_order_id),
    )


def _title(task: Task, done: Completion) -> str:
    first = done.learnings[0].learning if done.learnings else ""
    return one_line(task.title or task.text or first)[:140] or f"Run {done.run_id}"


def _steps(turns: Sequence[Turn], final: str) -> list[str]:
    """What the log shows: files changed, commands run, and the agent's own last words."""
    changed = [f"Changed `{change.path}`" for change in read_task("", turns).changes]
    commands = [turn for turn in turns if turn.command]
    failed = sum(bool(turn.failed) for turn in commands)
    ran = [f"Ran {len(commands)} commands, of which {failed} failed"] if commands else []
    told = [sentence for sentence in _sentences(final) if not _FLOURISH.search(sentence)]
    return [redact(step) for step in [*changed, *ran, *told]][:MAX_STEPS]


def _sentences(text: str) -> list[str]:
    return [sentence for block in paragraphs(text) for sentence in block if MARK not in sentence]


def _causes(notes: Sequence[str], final: str) -> list[str]:
    """What the run says of the reason, in what it taught, else in its last words."""
    taught = [note for note in notes if _ROOT_CAUSE.search(note)]
    return taught[:5] or [sentence for sentence in _sentences(final) if CAUSE.search(sentence)][:3]


def _attempts(turns: Sequence[Turn], work_order_id: str | None) -> str:
    """How often something was tried in this run, as far as the log tells."""
    commands = [turn for turn in turns if turn.command]
    of = f" of work order {one_line(work_order_id)}" if work_order_id else ""
    if not commands:
        return f"One run{of}; its log shows no commands."
    failed = [turn for turn in commands if turn.failed]
    last = f" The last that failed: `{one_line(redact(failed[-1].command or ''))[:200]}`." if failed else ""
    return f"One run{of}: {len(commands)} commands, of which {len(failed)} failed.{last}"


def _tags(run: CompletedRun, learnings: Sequence[Kept]) -> list[str]:
    return [tag for tag in dict.fromkeys([run.agent_type or "", *(each.kind for each in learnings)]) if tag]
