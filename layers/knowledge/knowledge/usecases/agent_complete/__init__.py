"""A finished run: what it taught kept once, and told in files under `learned/`."""

from uuid import UUID

from knowledge.files.editor import EditRunner, FileChange
from knowledge.files.edits import AnyEdit
from knowledge.files.semver import ChangedBy
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects
from knowledge.text import hashing
from knowledge.usecases.agent_complete import run_files
from knowledge.usecases.agent_complete.run_files import Pattern
from knowledge.usecases.agent_complete.run_report import run_report

RECURS = 3  # distinct runs that taught a learning make it a pattern


def finish(run: CompletedRun, learner: Learner, objects: Objects, idempotency_key: str | None = None) -> Completion:
    """Keeps what the run taught, then writes its files; the same run again gets the first answer.

    Raises `Unavailable` where S3 or the database does not answer. The learnings may be kept by then; nothing is
    acknowledged before the files are written, and the same run again writes those that are missing.
    """
    done = learner.complete(run, idempotency_key)
    if done.files is not None:
        return done
    tenant_id, database = learner.tenant_id, learner.database
    files = _written(run, done, EditRunner(tenant_id, objects, database), tenant_id, database)
    new_files = [touched.model_dump() for touched in files]
    [row] = database.call("note_run_files", tenant_id=tenant_id, run_id=done.run_id, new_files=new_files)
    return done.model_copy(update={"files": [FileChange.model_validate(file) for file in row["files"]]})


def _written(
    run: CompletedRun, done: Completion, editor: EditRunner, tenant_id: UUID, database: Database
) -> list[FileChange]:
    kept = [each for each in done.learnings if each.id and each.outcome in ("inserted", "reinforced")]
    recurring = database.call(
        "note_run",
        tenant_id=tenant_id,
        run_id=done.run_id,
        learnings=tuple(str(each.id) for each in kept),
        threshold=RECURS,
    )
    report = run_report(run, done)
    patterns = [
        Pattern(UUID(str(row["id"])), row["learning"], row["kind"], row["runs"], row["tags"]) for row in recurring
    ]
    told = bool(run.objective or run.outcome or run.session_log)  # else there is no task, only learnings
    changes: list[AnyEdit] = [
        *(run_files.task(report) if told else []),
        *(run_files.failure(report) if report.failed else []),
        *run_files.patterns(patterns, report),
    ]
    why = f"Run {hashing.short(done.run_id)}: {report.title}"
    return editor.apply(changes, ChangedBy.AGENT, why)
