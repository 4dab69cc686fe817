"""Errors with what made the same command pass."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from knowledge.extraction.code.file_kinds import is_prose
from knowledge.extraction.code.tree_changes import TreeChanges
from knowledge.extraction.code.wording import described
from knowledge.extraction.code.working_tree import WorkingTree
from knowledge.extraction.commands import called, error_lines, programs, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.covered_tests import names_tests
from knowledge.extraction.commands.lasting_failures import passes_later
from knowledge.extraction.commands.working_commands import absent
from knowledge.extraction.models import Candidate, Failure, Fix

_WITHIN = 15  # actions between failure and success: further apart, other things have changed too
_MAX_STEPS = 2
MAX_FIXES = 4
_STARTS = frozenset({"ci", "start", "up"})
_EDITORS, _IN_PLACE = frozenset({"perl", "sed"}), re.compile(r"-[a-zA-Z]*i[.\w]*|--in-place(?:=.*)?")
_FIXES = re.compile(r"\b(?:apply|fix|format|write)\b|[a-z](?:Apply|Fix|Format|Write)\b")
_BUILDS = re.compile(r"build|compile|\btsc\b")


def fixes(actions: Sequence[Action]) -> list[Fix]:
    """What was between a command's failure and its success, where that is one or two commands, or one or two edits that
    the run did not take back."""
    fixes: dict[str, Fix] = {}
    for place, action in enumerate(actions):
        if action.worked is not False or not action.line or absent(action):
            continue
        after = actions[place + 1 : place + 1 + _WITHIN]
        fix = _mended(actions[:place], action, after, actions[-1].changes) or _otherwise(action, after, actions)
        if fix:
            fixes.setdefault(fix.error, fix)
    return list(fixes.values())[:MAX_FIXES]


def learnings(fixes: Sequence[Fix], where: str) -> list[Candidate]:
    """Each fix in a sentence."""
    return [Candidate(f"{where}`{fix.command}` {fix.remedy}", "fix") for fix in fixes]


def unsolved(actions: Sequence[Action], solved: Sequence[Fix]) -> list[Failure]:
    """The errors with which commands failed by their exit code when they were last run, and nothing got past: not those
    of programs that are missing, or that passed later in another form."""
    mended = {fix.error for fix in solved}
    last = {action.line: action for action in actions if action.line and not action.stopped}
    left = {
        action.error: Failure(action.place, action.line, action.error)
        for action in last.values()
        if _is_proven(action) and action.error not in mended and not passes_later(action, actions)
    }
    return list(left.values())[-MAX_FIXES:]


def _is_proven(failed: Action) -> bool:
    """Whether its exit code says that it failed, its error says why, and that is not that its program is missing."""
    return failed.by_exit_code and bool(failed.error) and not absent(failed)


def _otherwise(failed: Action, after: Sequence[Action], actions: Sequence[Action]) -> Fix | None:
    """The first other form of the command that worked, where neither form ever had the other's end on these files."""
    again = next((place for place, action in enumerate(after) if action.line == failed.line), len(after))
    place = next((at for at, one in enumerate(after[:again]) if _is_variant(failed, one, after[: at + 1])), None)
    alike = [action for action in actions if action.changes.all == failed.changes.all]
    if place is None or _has_ended(failed.line, alike, True) or _has_ended(after[place].line, alike, False):
        return None
    passed = after[place]
    error = _error(failed, passed)
    remedy = f"does not work (`{error}`); `{passed.line}` does."
    return Fix(failed.line, error, remedy, f"Run `{passed.line}` instead of `{failed.line}`.") if error else None


def _has_ended(line: str, actions: Sequence[Action], worked: bool) -> bool:
    return any(action.line == line and action.worked is worked for action in actions)


def _error(failed: Action, passed: Action) -> str:
    """The line that says what went wrong: of those that the output had not where the command passed."""
    cause = error_lines.cause(failed.output, passed.output) if failed.error or failed.by_exit_code else ""
    return cause or failed.error


def _mended(before: Sequence[Action], failed: Action, later: Sequence[Action], left: TreeChanges) -> Fix | None:
    """What was done so that it passed when it was run again: gone to another folder, or else what was between."""
    again = next((place for place, action in enumerate(later) if action.line == failed.line), len(later))
    after = later[: again + 1]
    error = _error(failed, after[-1]) if again < len(later) and _is_success(after[-1]) else ""
    if not error:
        return None
    folder = next((action.folder for action in reversed(after) if action.folder), failed.folder)
    if folder != failed.folder:
        place = "/".join(PurePosixPath(folder).parts[-2:])
        remedy = f"fails with `{error}`; it works in `{place}`."
        is_alone = len(failed.words) > 1 and not any(action.changed or action.line for action in after[:-1])
        return Fix(failed.line, error, remedy, f"Run it in `{place}`.") if is_alone else None
    if (steps := _steps(failed, after[:-1])) and after[-1].changes.all == failed.changes.all:
        return Fix(failed.line, error, f"fails with `{error}`; it works after {steps}.", f"Run {steps}.")
    if how := _edits(before, failed, after[:-1], left):
        return Fix(
            failed.line, error, f"failed with `{error}`; what made it pass: {how}.", f"{how[0].upper()}{how[1:]}."
        )
    return None


def _steps(failed: Action, between: Sequence[Action]) -> str:
    """The one or two commands that prepared it, where nothing was changed; "" where it was anything else."""
    prepared = list(dict.fromkeys(action.line for action in between if _prepares(failed, action)))
    is_all = set(_ran(between)) <= {*prepared} and len(prepared) <= _MAX_STEPS
    is_sure = is_all and not any(action.changed or action.restores or action.is_hidden for action in between)
    return " and ".join(f"`{line}`" for line in prepared) if is_sure else ""


def _prepares(failed: Action, action: Action) -> bool:
    """Whether it makes something be there that was not: by an installation, a start, a build that the error misses, a
    fixer or an edit in place (`sed -i`); a listing or another call tells what there is, and the same installation
    elsewhere that something else helped."""
    edits = called.tool(action.words) in _EDITORS and any(map(_IN_PLACE.fullmatch, action.words))
    installs = programs.installs(action.words)
    does = edits or installs or not _STARTS.isdisjoint(action.words[1:4])
    is_one = (bool(action.line) and does and action.worked is not False) or _fixes_files(action)
    is_elsewhere = installs and action.words == failed.words
    return (is_one and not is_elsewhere) or _builds_missing(failed, action)


def _edits(before: Sequence[Action], failed: Action, between: Sequence[Action], left: TreeChanges) -> str:
    """What one or two edits did to files that the run had not touched before, and in which they were left; "" where it
    was anything else."""
    edits = [edit for action in between for edit in action.edits]
    files = WorkingTree().after(0, "", edits).patch
    touched = {path for action in before for path in action.changed} & {edit.path for edit in edits}
    taken_back = any(left.file(file.path).change == failed.changes.file(file.path).change for file in files)
    are_pages = all(is_prose(file.path) for file in files)  # what a page says makes no command pass
    is_unclear = any(action.wrote or action.is_hidden for action in between)
    if _ran(between) or is_unclear or touched or taken_back or are_pages:
        return ""
    changes = [described(file) for file in files]
    return "; ".join(changes) if all(changes) and sum(len(file.blocks) for file in files) <= _MAX_STEPS else ""


def _ran(between: Sequence[Action]) -> list[str]:
    """The commands that may have helped."""
    helping = (
        action
        for action in between
        if (
            action.line
            and action.worked is not False
            and not programs.is_check(action)
            and not programs.asks_alone(action)
        )
        or _fixes_files(action)
    )
    return list(dict.fromkeys(action.line for action in helping))


def _builds_missing(failed: Action, action: Action) -> bool:
    """Whether it built another part, which the error names as missing: `npm run build -w tokens`."""
    aims = {part for word in action.words if word not in failed.words for part in word.split("=")[-1:]}
    names = {PurePosixPath(aim).name for aim in aims if not aim.startswith("-")} - {""}
    is_build = programs.is_check(action) and not programs.is_test(action) and bool(_BUILDS.search(action.line))
    named = any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", failed.error) for name in names)
    return is_build and action.worked is True and named


def _fixes_files(action: Action) -> bool:
    """A formatter or a fixer: it is called like a check, and is what makes the check pass."""
    return bool(action.line) and action.worked is True and bool(_FIXES.search(action.line))


def _is_variant(failed: Action, action: Action, after: Sequence[Action]) -> bool:
    """The same thing done in another way that works, nothing edited: not the same check of other files."""
    return (
        bool(action.line)
        and _is_success(action)
        and not programs.asks_alone(action)
        and (programs.serves_instead(failed, action) or (len(after) == 1 and _has_another_value(failed, action)))
        and not any(one.changed or one.restores for one in after)
        and not any(programs.installs(one.words) for one in after[:-1] if one.worked is not False)
        and action.changes.all == failed.changes.all
    )


def _has_another_value(failed: Action, action: Action) -> bool:
    """Whether it is the same but for the value of one option: `-p 5433`, none by which tests are picked; and that it
    failed is its exit code's word or its own: what else it prints is what it was asked for."""
    first, second = failed.words, action.words
    differing = [place for place, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]]
    is_one = len(first) == len(second) and len(differing) == 1 and first[differing[0] - 1].startswith("-")
    return is_one and not names_tests(failed) and (failed.by_exit_code or called.tool(first) in failed.error)


def _is_success(action: Action) -> bool:
    """Where the log has no exit codes, an output without an error must do; not one of tests that were all skipped."""
    is_output = bool(action.output.strip()) and not results.has_run_nothing(action.output)
    return bool(action.worked) or (action.worked is None and is_output and not action.was_cut)
