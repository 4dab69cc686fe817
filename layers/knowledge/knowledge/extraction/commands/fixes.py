"""Errors with what made the same command pass."""

from collections.abc import Sequence

from knowledge.extraction.commands import error_lines, programs
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.lasting_failures import passes_later
from knowledge.extraction.commands.looking import moves_files
from knowledge.extraction.commands.working_commands import absent
from knowledge.extraction.models import Candidate, Failure, Fix

_WITHIN = 15  # actions between failure and success: further apart, other things have changed too
_MAX_STEPS = 2
MAX_FIXES = 4
_STARTS = frozenset({"ci", "start", "up"})


def fixes(actions: Sequence[Action]) -> list[Fix]:
    """What was between a command's failure and its success, where that is one or two commands."""
    fixes: dict[str, Fix] = {}
    for place, action in enumerate(actions):
        if action.worked is not False or not action.line or absent(action):
            continue
        later = actions[place + 1 :]
        fix = _mended(action, later[:_WITHIN])
        if fix and not _fails_again(action, later):
            fixes.setdefault(fix.error, fix)
    return list(fixes.values())[:MAX_FIXES]


def _fails_again(failed: Action, later: Sequence[Action]) -> bool:
    """Whether the same error comes back after the command had passed: then something else was its cause."""
    alike = [one for one in later if one.line == failed.line and one.worked is not None]
    passed = next((at for at, one in enumerate(alike) if one.worked), len(alike))
    return any(not one.worked and one.error == failed.error for one in alike[passed:])


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


def _error(failed: Action, passed: Action) -> str:
    """The line that says what went wrong: of those that the output had not where the command passed."""
    cause = error_lines.cause(failed.output, passed.output) if failed.error or failed.by_exit_code else ""
    return cause or failed.error


def _mended(failed: Action, later: Sequence[Action]) -> Fix | None:
    """What was run between so that it passed when it was run again, on the same files and in the same folder."""
    again = next((place for place, action in enumerate(later) if action.line == failed.line), len(later))
    between, passed = later[:again], next(iter(later[again:]), failed)
    folders = [one.folder for one in (*between, passed) if one.folder]
    is_there = passed.changes.all == failed.changes.all and folders[-1:] in ([], [failed.folder])
    steps = _steps(failed, between) if passed.worked and is_there else ""
    error = _error(failed, passed) if steps else ""
    return Fix(failed.line, error, f"fails with `{error}`; it works after {steps}.", f"Run {steps}.") if error else None


def _steps(failed: Action, between: Sequence[Action]) -> str:
    """The one or two commands that prepared it, where nothing else was run or changed; "" where it was anything else.

    A test, a question for a version and what failed have prepared nothing; what builds, or puts files somewhere, may
    have.
    """
    ran = [one for one in between if one.line and one.worked is not False and not programs.asks_alone(one)]
    helping = [one for one in ran if not _runs_tests_alone(one)]
    is_sure = not any(one.changed or one.restores or one.is_hidden or moves_files(one.typed) for one in between)
    lines = list(dict.fromkeys(action.line for action in helping))
    is_all = is_sure and len(lines) <= _MAX_STEPS and all(_prepares(failed, action) for action in helping)
    return " and ".join(f"`{line}`" for line in lines) if is_all else ""


def _runs_tests_alone(action: Action) -> bool:
    return all(programs.is_check(link) and programs.is_test(link) for link in programs.links(action))


def _prepares(failed: Action, action: Action) -> bool:
    """Whether it makes something be there that was not: by an installation or a start that came to its end; the same
    installation elsewhere tells that something else helped."""
    installs = programs.installs(action.words)
    does = installs or not _STARTS.isdisjoint(action.words[1:4])
    return does and not (action.stopped or action.was_cut) and not (installs and action.words == failed.words)
