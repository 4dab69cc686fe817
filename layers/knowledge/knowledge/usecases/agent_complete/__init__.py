"""A finished run: what it taught kept once, and told in files under `learned/`."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from knowledge.errors import NotFound
from knowledge.extraction import Proof, RunOutcome
from knowledge.extraction.outcome_phrases import stated_outcome
from knowledge.files import paths, projects
from knowledge.files.editor import EditRunner, FileChange
from knowledge.files.edits import AnyEdit, FileEdit, NewFile
from knowledge.files.semver import ChangedBy
from knowledge.forgetting import Eraser
from knowledge.issues import Issues, RunError, note_applied, note_run
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.ports.object_store import Objects
from knowledge.text import hashing
from knowledge.usecases.agent_complete import run_files, session_logs
from knowledge.usecases.agent_complete.evidence import PASSAGES
from knowledge.usecases.agent_complete.run_files import Pattern, RunReport
from knowledge.usecases.agent_complete.run_report import run_report
from knowledge.usecases.agent_complete.services import services

OUTCOME_UNREAD = (
    "the outcome tells neither a success nor a failure that is understood; begin it with `succeeded:`, `failed:` or "
    "`unverified:`"
)
RECURS = 3  # distinct runs that taught a learning make it a pattern
PATTERN_MINUTES = 60  # what a job's retries and parallel runs teach falls into one such stretch, what recurs does not


def finish(
    run: CompletedRun,
    learner: Learner,
    objects: Objects,
    idempotency_key: str | None = None,
    passages: int = PASSAGES,
    pattern_minutes: int = PATTERN_MINUTES,
) -> Completion:
    """What became of the run's learnings, and the files written of it; the same run again gets the first answer.

    `passages` of what was said in the run are kept as evidence, beside all that the user said; 0: none at all. Of the
    runs in each `pattern_minutes` one counts towards a pattern.

    A log that was posted to the bucket is read from there, and erased at the end; `NotFound` where none was. Raises
    `Unavailable` where S3 or the database does not answer. The learnings may be kept by then; nothing is
    acknowledged before the files are written, and the same run again writes those that are missing.
    """
    run_id = run.run_id or idempotency_key
    try:
        run = session_logs.with_log(run, run_id, learner.tenant_id, objects).read_with(learner.embedder)
    except NotFound as missing:
        if before := session_logs.answered(run, run_id, learner.tenant_id, learner.database):
            return before
        raise session_logs.not_posted(run) from missing
    run = learner.going_on(run, idempotency_key)
    completion = learner.complete(run, idempotency_key)
    unknown, not_kept = _issues(run, completion, run.proof, learner)
    outcome = completion.run_outcome or run.proof.outcome
    note = "; ".join(filter(None, [completion.note, *not_kept, *run.not_taken, _unread(run, outcome)])) or None
    completion = completion.model_copy(update={"run_outcome": outcome, "unknown_patterns": unknown, "note": note})
    if completion.files is None:
        editor = EditRunner(learner.tenant_id, objects, learner.database, projects.with_folder(run.project))
        files = editor.apply(*_edits(run, completion, learner, passages, pattern_minutes))
        completion = completion.model_copy(update={"files": _noted(files, completion, learner, objects)})
    session_logs.forget(run, learner.tenant_id, objects)
    return completion


def _unread(run: CompletedRun, outcome: RunOutcome) -> str | None:
    """What to tell a caller whose words say neither a success nor a failure, where nothing else does."""
    is_open = outcome == "unverified" and bool(run.clean.outcome) and stated_outcome(run.clean.outcome) is None
    return OUTCOME_UNREAD if is_open else None


def _noted(files: Sequence[FileChange], completion: Completion, learner: Learner, objects: Objects) -> list[FileChange]:
    """The run's files, noted with it; what was forgotten while they were written is taken out of them."""
    learnings = [learning for learning in completion.learnings if learning.id]
    [row] = learner.database.call(
        "note_run_files",
        tenant_id=learner.tenant_id,
        run_id=completion.run_id,
        new_files=[file.model_dump() for file in files],
        part=completion.part,
        learnings=tuple({str(learning.id) for learning in learnings}),
    )
    embedders = [embedder for embedder in (learner.embedder, learner.next_embedder) if embedder]
    eraser = Eraser(learner.tenant_id, objects, learner.database, embedders)
    for gone in row["gone"]:
        wordings = [learning.learning for learning in learnings if learning.id == UUID(gone)]
        eraser.take_out(UUID(gone), wordings, [file["path"] for file in row["files"]])
    return [FileChange.model_validate(file) for file in row["files"]]


def _issues(run: CompletedRun, completion: Completion, proof: Proof, learner: Learner) -> tuple[list[str], list[str]]:
    """Counts what the agent says it applied, and notes the errors that the run met; the ids that match no pattern, and
    what is not kept.

    A run counts once for a pattern, so that the agent's own word comes before what its log shows.
    """
    issues = Issues(learner.tenant_id, learner.database, learner.embedder)
    noted = note_applied(issues, completion.run_id, run.applied, run.work_order_id, run.about)
    solved = [RunError(error=fix.error, fix=fix.solution, was_successful=True) for fix in proof.fixes]
    left = [RunError(error=failure.error) for failure in proof.unsolved]
    note_run(issues, completion.run_id, [*solved, *left], run.work_order_id, run.about)
    return noted


def _edits(
    run: CompletedRun, completion: Completion, learner: Learner, passages: int, pattern_minutes: int
) -> tuple[list[FileEdit], ChangedBy, str]:
    """What is written of the run, in whose name, and why."""
    learnings = [
        learning for learning in completion.learnings if learning.id and learning.outcome in ("inserted", "reinforced")
    ]
    recurring = learner.database.call(
        "note_run",
        tenant_id=learner.tenant_id,
        run_id=completion.run_id,
        learnings=tuple(str(learning.id) for learning in learnings),
        threshold=RECURS,
        apart=pattern_minutes,
    )
    proof = replace(run.proof, outcome=completion.run_outcome or run.proof.outcome)
    report = _of_part(run_report(run, completion, proof, passages, learner.served(completion.run_id)), run, completion)
    patterns = [
        Pattern(UUID(str(row["id"])), row["learning"], row["kind"], row["runs"], row["tags"]) for row in recurring
    ]
    has_task = bool(run.objective or run.outcome or run.session_log)  # else there is no task, only learnings
    own = [
        *(run_files.task(report) if has_task else []),
        *(run_files.failure(report) if has_task and report.failed else []),
        *run_files.evidence(report),
        *services(run.clean.turns, report),
    ]
    part = f", part {completion.part}" if completion.part > 1 else ""
    why = f"Run {hashing.short(completion.run_id)}{part}: {report.title}"
    earlier = _of_earlier_parts(own, completion, proof.outcome, learner)
    changes = [*_told_anew(own, completion.part), *earlier, *run_files.patterns(patterns, report)]
    return changes, ChangedBy.AGENT, why


def _of_part(report: RunReport, run: CompletedRun, completion: Completion) -> RunReport:
    """The report of what was added to a run under files of its own; a longer log tells the whole run."""
    added = run.part is not None and completion.part > 1
    return replace(report, run_id=f"{report.run_id} part {completion.part}") if added else report


def _of_earlier_parts(
    own: Sequence[AnyEdit], completion: Completion, outcome: RunOutcome, learner: Learner
) -> list[FileEdit]:
    """What came of the run now, told in the files of its earlier parts that are not told anew."""
    asked = {"tenant_id": learner.tenant_id, "run_id": completion.run_id}
    rows = learner.database.call("find_run", **asked) if completion.part > 1 else []
    before = [row for row in rows if row["part"] < completion.part]
    if not before or before[-1]["answer"].get("run_outcome") == outcome:
        return []
    rewritten = {edit.path for edit in own}
    written = {paths.inner(file["path"]): row["part"] for row in before for file in row["answer"].get("files") or []}
    edits: list[FileEdit] = []
    for path, part in written.items():
        if path.startswith(paths.FAILURES) and outcome != "failed":
            edits.append(run_files.overcome(path, completion.part, outcome))
        if path.startswith(paths.EVIDENCE) and path not in rewritten:
            edits.append(run_files.EarlierEvidence(path, part, outcome))
    return edits


def _told_anew(edits: Sequence[AnyEdit], part: int) -> list[AnyEdit]:
    """The run's own files; a later part replaces what an earlier one told."""
    anew = {"replaces": part > 1}
    return [edit.model_copy(update=anew) if isinstance(edit, NewFile) else edit for edit in edits]
