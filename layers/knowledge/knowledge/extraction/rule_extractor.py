"""Extraction without a language model: what the log proves."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from knowledge.extraction import task
from knowledge.extraction.code import patch
from knowledge.extraction.commands import fixes, programs
from knowledge.extraction.commands.actions import Action, actions
from knowledge.extraction.commands.lasting_failures import lasting_failures
from knowledge.extraction.commands.made_project import is_made_by_run
from knowledge.extraction.commands.working_commands import missing, working
from knowledge.extraction.models import Candidate, Failure, Proof
from knowledge.extraction.normalising import normalised
from knowledge.extraction.orders import OpenTest, has_unbegun
from knowledge.extraction.outcome import checked, run_outcome
from knowledge.extraction.tags import tags
from knowledge.privacy.runs import CleanRun
from knowledge.text import shell

MAX_LEARNINGS = 12


def prove(
    run: CleanRun,
    is_open: OpenTest = lambda words, is_answered: False,
    is_thanks: Callable[[str], bool] = lambda words: False,
) -> Proof:
    """What the run proves: at most `MAX_LEARNINGS`, and what came of it; `is_open` tells whether a user's last words,
    answered or not, leave it open, and `is_thanks` whether they set no further task."""
    steps = actions(run.turns)
    files = patch.final_patch(_without_thanks(run, is_thanks), steps)
    is_left_open = has_unbegun(run.turns, is_open)
    outcome = run_outcome(run, steps, files, is_left_open=is_left_open)
    doubt = checked(run, steps)
    mended = fixes.fixes(steps)
    title = task.title(run.objective if run.goes_on else task.text(run)).replace('"', "'")
    where, folders = project_prefix(run), project_folders(run)
    is_made_up = bool(where) and not run.transcript.patch and is_made_by_run(run.turns, steps)
    if is_made_up and outcome == "succeeded" and not _is_talked_about(run):
        outcome, doubt = "unverified", "in vain"
    absent = missing(steps, where)
    candidates = [
        *patch.change(files, steps, title, where, outcome),
        *absent,
        *fixes.learnings(mended, where),
        *patch.dead_ends(steps, where),
    ]
    if where:  # how a nameless project is checked helps nobody
        candidates += lasting_failures(steps, where, run.turns, {fix.command for fix in mended})
        checks = working(steps, where, folders)
        remedies = " ".join([*(fix.remedy for fix in mended), *(one.learning for one in absent)])
        candidates += [one for one in checks if not all(command in remedies for command in _quoted(one))]
    learnings = [] if is_made_up else candidates[:MAX_LEARNINGS]  # of what it made, and not of the project
    return Proof(
        learnings=[replace(finished(one, folders), basis=one.basis or "log") for one in learnings],
        outcome=outcome,
        files=files,
        commands=len(steps),
        failures=[Failure(one.place, one.shown or one.typed, one.error) for one in steps if one.worked is False],
        fixes=mended,
        unsolved=fixes.unsolved(steps, mended),
        ran={one.place: one.shown for one in steps if one.line and one.worked is not False and not one.stopped},
        checks={check.line: check.worked for check in programs.checks(steps) if not check.stopped},
        edited=_edited(steps),
        changed=any(step.changes.theirs or step.edits or step.restores for step in steps),
        checked=doubt,
        is_left_open=is_left_open,
    )


def with_rules(proof: Proof, rules: Sequence[Candidate]) -> Proof:
    """The same with the user's rules first, and still at most `MAX_LEARNINGS`."""
    return replace(proof, learnings=[*rules, *proof.learnings][:MAX_LEARNINGS])


def _without_thanks(run: CleanRun, is_thanks: Callable[[str], bool]) -> CleanRun:
    """The run up to its last action, where all that the user said behind that is thanks, and no further task."""
    acted = max((at for at, turn in enumerate(run.turns) if turn.command or turn.edits), default=len(run.turns))
    words = [turn.prose for turn in run.turns[acted + 1 :] if turn.speaker == "user"]
    if not words or not all(map(is_thanks, words)):  # which ends with the first that is none: each takes a model's time
        return run
    return replace(run, transcript=replace(run.transcript, turns=tuple(run.turns[: acted + 1])))


def _is_talked_about(run: CleanRun) -> bool:
    """Whether a person said more than the task: who goes on with what a run made did not find it made up."""
    return sum(turn.speaker == "user" and bool(turn.prose) for turn in run.turns) > 1


def _quoted(one: Candidate) -> list[str]:
    """The commands that it tells, in their backticks."""
    return [f"`{command}`" for command in one.learning.split("`")[1::2]]


def _edited(steps: Sequence[Action]) -> list[str]:
    """The paths that edits left changed."""
    edited = dict.fromkeys(edit.path for step in steps for edit in step.edits)
    return [path for path in edited if path and steps[-1].changes.file(path).change]


def project_prefix(run: CleanRun) -> str:
    """The project in front of what holds there: the same fact of two projects is not one."""
    project = next(iter(run.transcript.projects), "")
    return f"{project}: " if project else ""


def project_folders(run: CleanRun) -> list[str]:
    """The project's absolute folders, as paths begin there: the session's own, and those of its name that it edited
    files in or went to."""
    names = "|".join(map(re.escape, run.transcript.projects))
    paths = [edit.path for turn in run.turns for edit in turn.edits] if names else []
    paths += [f"{shell.folder(turn.command)}/" for turn in run.turns if turn.command] if names else []
    home = run.transcript.folder
    own = [f"{home}/", home.replace("\\", "/") + "/"] if home else []  # as Windows names it, and its shells do
    roots = (re.match(rf"(?:[A-Za-z]:|~)?[/\\](?:.*?[/\\])?(?:{names})[/\\]", path, re.I) for path in paths)
    return list(dict.fromkeys([*own, *(root[0] for root in roots if root)]))


def finished(candidate: Candidate, folders: Iterable[str]) -> Candidate:
    """With its tags; the user's words as they are, all else without what differs from run to run."""
    learning = candidate.learning if candidate.authority == "user" else normalised(candidate.learning, folders)
    return replace(candidate, learning=learning, tags=tags(learning))
