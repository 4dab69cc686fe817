"""A finished run: what it taught kept once, and told in files under `learned/`."""

from dataclasses import replace
from uuid import UUID

from knowledge.extraction import Proof, prove
from knowledge.files.editor import EditRunner, FileChange
from knowledge.files.edits import AnyEdit
from knowledge.files.semver import ChangedBy
from knowledge.issues import Issues, note_applied
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects
from knowledge.text import hashing
from knowledge.usecases.agent_complete import run_files
from knowledge.usecases.agent_complete.evidence import PASSAGES
from knowledge.usecases.agent_complete.run_files import Pattern
from knowledge.usecases.agent_complete.run_report import run_report

RECURS = 3  # distinct runs that taught a learning make it a pattern


def finish(
    run: CompletedRun,
    learner: Learner,
    objects: Objects,
    idempotency_key: str | None = None,
    passages: int = PASSAGES,
) -> Completion:
    """Keeps what the run taught, then writes its files; the same run again gets the first answer.

    `passages` of what was said in the run are kept as evidence, beside all that the user said; 0: none at all.

    Raises `Unavailable` where S3 or the database does not answer. The learnings may be kept by then; nothing is
    acknowledged before the files are written, and the same run again writes those that are missing.
    """
    proof = prove(replace(run.clean, run_id=run.run_id or ""))
    done = learner.complete(run, idempotency_key)
    unknown = _applied(run, done, learner)
    done = done.model_copy(update={"run_outcome": proof.outcome, "unknown_patterns": unknown})
    if done.files is not None:
        return done
    tenant_id, database = learner.tenant_id, learner.database
    files = _written(run, done, proof, passages, EditRunner(tenant_id, objects, database), tenant_id, database)
    new_files = [touched.model_dump() for touched in files]
    [row] = database.call("note_run_files", tenant_id=tenant_id, run_id=done.run_id, new_files=new_files)
    return done.model_copy(update={"files": [FileChange.model_validate(file) for file in row["files"]]})


def _applied(run: CompletedRun, done: Completion, learner: Learner) -> list[str]:
    """Counts what the agent says it applied; tells the ids of no pattern."""
    issues = Issues(learner.tenant_id, learner.database, learner.embedder)
    return note_applied(issues, done.run_id, run.applied_patterns, run.work_order_id)


def _written(
    run: CompletedRun,
    done: Completion,
    proof: Proof,
    passages: int,
    editor: EditRunner,
    tenant_id: UUID,
    database: Database,
) -> list[FileChange]:
    kept = [each for each in done.learnings if each.id and each.outcome in ("inserted", "reinforced")]
    recurring = database.call(
        "note_run",
        tenant_id=tenant_id,
        run_id=done.run_id,
        learnings=tuple(str(each.id) for each in kept),
        threshold=RECURS,
    )
    report = run_report(run, done, proof, passages)
    patterns = [
        Pattern(UUID(str(row["id"])), row["learning"], row["kind"], row["runs"], row["tags"]) for row in recurring
    ]
    told = bool(run.objective or run.outcome or run.session_log)  # else there is no task, only learnings
    changes: list[AnyEdit] = [
        *(run_files.task(report) if told else []),
        *(run_files.failure(report) if told and report.failed else []),
        *run_files.evidence(report),
        *run_files.patterns(patterns, report),
    ]
    why = f"Run {hashing.short(done.run_id)}: {report.title}"
    return editor.apply(changes, ChangedBy.AGENT, why)
