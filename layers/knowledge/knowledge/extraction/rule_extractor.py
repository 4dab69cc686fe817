"""Extraction without a language model: what the log proves."""

from dataclasses import replace

from knowledge.extraction import task
from knowledge.extraction.code import patch
from knowledge.extraction.commands import fixes, programs
from knowledge.extraction.commands.actions import actions, created
from knowledge.extraction.commands.lasting_failures import lasting_failures
from knowledge.extraction.commands.working_commands import missing, working
from knowledge.extraction.models import Candidate, Failure, Proof
from knowledge.extraction.normalising import normalised
from knowledge.extraction.outcome import last_change, run_outcome
from knowledge.extraction.tags import tags
from knowledge.extraction.user_rules import user_rules
from knowledge.privacy.runs import CleanRun

MAX_LEARNINGS = 12


def prove(run: CleanRun) -> Proof:
    """What the run proves: at most `MAX_LEARNINGS`, the user's rules first, and what came of it."""
    steps, own = actions(run.turns), created(run.turns)
    files = patch.final_patch(run.transcript, steps)
    outcome = run_outcome(run, steps, files, own)
    mended = fixes.fixes(steps)
    title = task.title(task.text(run)).replace('"', "'")
    where = project_prefix(run)
    candidates = [
        *user_rules(run.turns),
        *patch.change(files, steps, title, where, outcome),
        *missing(steps, where),
        *fixes.learnings(mended, where),
        *patch.dead_ends(steps, where),
    ]
    if where:  # how a nameless project is checked helps nobody
        candidates += [*lasting_failures(steps, own, where, run.turns), *working(steps, where)]
    return Proof(
        learnings=[replace(finished(one), basis=one.basis or "log") for one in candidates][:MAX_LEARNINGS],
        outcome=outcome,
        files=files,
        commands=len(steps),
        failures=[Failure(one.place, one.shown or one.typed, one.error) for one in steps if one.worked is False],
        fixes=mended,
        unsolved=fixes.unsolved(steps, mended),
        ran={one.place: one.shown for one in steps if one.line and one.worked is not False and not one.stopped},
        checks={check.line: check.worked for check in programs.checks(steps) if not check.stopped},
        edited=[edit.path for edit in patch.kept_edits(steps) if edit.path],
        changed=last_change(steps, own) >= 0 or any(step.restores for step in steps),
    )


def project_prefix(run: CleanRun) -> str:
    """The project in front of what holds there: the same fact of two projects is not one."""
    project = next(iter(run.transcript.projects), "")
    return f"{project}: " if project else ""


def finished(candidate: Candidate) -> Candidate:
    """With its tags; the user's words as they are, all else without what differs from run to run."""
    learning = candidate.learning if candidate.authority == "user" else normalised(candidate.learning)
    return replace(candidate, learning=learning, tags=tags(learning))
