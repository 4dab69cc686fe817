"""A finished run: what it taught kept once, and told in files under `learned/`."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from knowledge.errors import NotFound
from knowledge.extraction import Proof
from knowledge.files import projects
from knowledge.files.editor import EditRunner, FileChange
from knowledge.files.edits import AnyEdit, NewFile
from knowledge.files.semver import ChangedBy
from knowledge.forgetting import Eraser
from knowledge.issues import Issues, RunError, note_applied, note_run
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects
from knowledge.text import hashing
from knowledge.usecases.agent_complete import run_files, session_logs
from knowledge.usecases.agent_complete.evidence import PASSAGES
from knowledge.usecases.agent_complete.run_files import Pattern, RunReport
from knowledge.usecases.agent_complete.run_report import run_report
from knowledge.usecases.agent_complete.services import services

RECURS = 3  # distinct runs that taught a learning make it a pattern
APART = 60  # minutes; what a job's retries and parallel runs teach falls into one such stretch, what recurs does not


def finish(
    run: CompletedRun,
    learner: Learner,
    objects: Objects,
    idempotency_key: str | None = None,
    passages: int = PASSAGES,
    apart: int = APART,
) -> Completion:
    """What became of the run's learnings, and the files written of it; the same run again gets the first answer.

    `passages` of what was said in the run are kept as evidence, beside all that the user said; 0: none at all. Of the
    runs in each `apart` minutes one counts towards a pattern.

    A log that was posted to the bucket is read from there, and erased at the end; `NotFound` where none was. Raises
    `Unavailable` where S3 or the database does not answer. The learnings may be kept by then; nothing is
    acknowledged before the files are written, and the same run again writes those that are missing.
    """
    tenant_id, database = learner.tenant_id, learner.database
    try:
        run = session_logs.with_log(run, tenant_id, objects)
    except NotFound as missing:
        if before := session_logs.answered(run, tenant_id, database):
            return before
        raise session_logs.not_posted(run) from missing
    completion = learner.complete(run, idempotency_key)
    unknown = _issues(run, completion, run.proof, learner)
    completion = completion.model_copy(update={"run_outcome": run.proof.outcome, "unknown_patterns": unknown})
    if completion.files is None:
        editor = EditRunner(tenant_id, objects, database, projects.with_folder(run.project))
        files = _written(run, completion, run.proof, passages, apart, editor, tenant_id, database)
        new_files = [touched.model_dump() for touched in files]
        kept = {str(learning.id): learning.learning for learning in completion.learnings if learning.id}
        [row] = database.call(
            "note_run_files",
            tenant_id=tenant_id,
            run_id=completion.run_id,
            new_files=new_files,
            part=completion.part,
            learnings=tuple(kept),
        )
        embedders = [embedder for embedder in (learner.embedder, learner.next_embedder) if embedder]
        eraser = Eraser(tenant_id, objects, database, embedders)
        for gone in row["gone"]:
            eraser.take_out(UUID(gone), kept[gone], [file["path"] for file in row["files"]])
        completion = completion.model_copy(update={"files": [FileChange.model_validate(file) for file in row["files"]]})
    session_logs.forget(run, tenant_id, objects)
    return completion


def _issues(run: CompletedRun, completion: Completion, proof: Proof, learner: Learner) -> list[str]:
    """Counts what the agent says it applied, and notes the errors that the run met; tells the ids of no pattern.

    A run counts once for a pattern, so that the agent's own word comes before what its log shows.
    """
    issues = Issues(learner.tenant_id, learner.database, learner.embedder)
    unknown = note_applied(issues, completion.run_id, run.applied_patterns, run.work_order_id, run.about)
    solved = [RunError(error=fix.error, fix=fix.solution, was_successful=True) for fix in proof.fixes]
    left = [RunError(error=failure.error) for failure in proof.unsolved]
    note_run(issues, completion.run_id, [*solved, *left], run.work_order_id, run.about)
    return unknown


def _written(
    run: CompletedRun,
    completion: Completion,
    proof: Proof,
    passages: int,
    apart: int,
    editor: EditRunner,
    tenant_id: UUID,
    database: Database,
) -> list[FileChange]:
    kept = [
        learning for learning in completion.learnings if learning.id and learning.outcome in ("inserted", "reinforced")
    ]
    recurring = database.call(
        "note_run",
        tenant_id=tenant_id,
        run_id=completion.run_id,
        learnings=tuple(str(learning.id) for learning in kept),
        threshold=RECURS,
        apart=apart,
    )
    report = _of_part(run_report(run, completion, proof, passages), run, completion)
    patterns = [
        Pattern(UUID(str(row["id"])), row["learning"], row["kind"], row["runs"], row["tags"]) for row in recurring
    ]
    has_task = bool(run.objective or run.outcome or run.session_log)  # else there is no task, only learnings
    own = [
        *(run_files.task(report) if has_task else []),
        *(
            run_files.failure(report)
            if has_task and (report.failed or _had_failed(report, completion, tenant_id, database))
            else []
        ),
        *run_files.evidence(report),
        *services(run.clean.turns, report),
    ]
    part = f", part {completion.part}" if completion.part > 1 else ""
    why = f"Run {hashing.short(completion.run_id)}{part}: {report.title}"
    changes = [*_told_anew(own, completion.part), *run_files.patterns(patterns, report)]
    return editor.apply(changes, ChangedBy.AGENT, why)


def _of_part(report: RunReport, run: CompletedRun, completion: Completion) -> RunReport:
    """The report of what was added to a run under files of its own; a longer log tells the whole run."""
    added = run.part is not None and completion.part > 1
    return replace(report, run_id=f"{report.run_id} part {completion.part}") if added else report


def _had_failed(report: RunReport, completion: Completion, tenant_id: UUID, database: Database) -> bool:
    """Whether an earlier part was told as a failure: what came of it now is told there, too."""
    rows = database.call("find_run", tenant_id=tenant_id, run_id=completion.run_id) if completion.part > 1 else []
    paths = {file["path"] for row in rows for file in row["answer"].get("files") or []}
    return any(edit.path in paths for edit in run_files.failure(report) if isinstance(edit, NewFile))


def _told_anew(edits: Sequence[AnyEdit], part: int) -> list[AnyEdit]:
    """The run's own files; a later part replaces what an earlier one told."""
    anew = {"replaces": part > 1}
    return [edit.model_copy(update=anew) if isinstance(edit, NewFile) else edit for edit in edits]
