"""Errors with what made the same command pass."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from knowledge.extraction.commands import error_lines, programs
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.lasting_failures import passes_later
from knowledge.extraction.commands.looking import changes_in_place, moves_files
from knowledge.extraction.commands.working_commands import absent
from knowledge.extraction.models import Candidate, Failure, Fix
from knowledge.text import shell

_WITHIN = 15  # actions between failure and success: further apart, other things have changed too
_MAX_STEPS = 2
MAX_FIXES = 4
_SETS_UP = frozenset({"source", ".", "export"})  # the shell, for what follows
_STARTS = frozenset({"ci", "start", "up"})


def fixes(actions: Sequence[Action]) -> list[Fix]:
    """What was between a command's failure and its success, where that is one or two commands, and which other form of
    the same words worked."""
    fixes: dict[str, Fix] = {}
    for place, action in enumerate(actions):
        if action.worked is not False or not action.line or absent(action):
            continue
        after = actions[place + 1 : place + 1 + _WITHIN]
        fix = _mended(action, after) or _otherwise(action, after, actions)
        if fix and not _fails_again(action, actions[place + 1 :]):
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


def _otherwise(failed: Action, after: Sequence[Action], actions: Sequence[Action]) -> Fix | None:
    """The first form of the command with something before it that worked, where neither form ever had the other's end
    on these files."""
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


def _mended(failed: Action, later: Sequence[Action]) -> Fix | None:
    """What was done so that it passed when it was run again: gone to another folder, or what was run between."""
    again = next((place for place, action in enumerate(later) if action.line == failed.line), len(later))
    after = later[: again + 1]
    error = _error(failed, after[-1]) if again < len(later) and after[-1].worked else ""
    if not error:
        return None
    folder = next((action.folder for action in reversed(after) if action.folder), failed.folder)
    if folder != failed.folder:
        place = "/".join(PurePosixPath(folder).parts[-2:])
        remedy = f"fails with `{error}`; it works in `{place}`."
        is_alone = len(failed.words) > 1 and not any(action.changed or action.line for action in after[:-1])
        return Fix(failed.line, error, remedy, f"Run it in `{place}`.") if is_alone else None
    steps = _steps(failed, after[:-1]) if after[-1].changes.all == failed.changes.all else ""
    return Fix(failed.line, error, f"fails with `{error}`; it works after {steps}.", f"Run {steps}.") if steps else None


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
    """Whether it makes something be there that was not: by an installation, a start or an edit in place (`sed -i`) that
    came to its end; the same installation elsewhere tells that something else helped."""
    installs = programs.installs(action.words)
    does = installs or changes_in_place(action.typed) or not _STARTS.isdisjoint(action.words[1:4])
    return does and not (action.stopped or action.was_cut) and not (installs and action.words == failed.words)


def _is_variant(failed: Action, action: Action, after: Sequence[Action]) -> bool:
    """The same with something before it, nothing edited or installed."""
    return (
        bool(action.line and action.worked)
        and not programs.asks_alone(action)
        and _leads_in(failed, action)
        and not any(one.changed or one.restores for one in after)
        and not any(programs.installs(one.words) for one in after[:-1] if one.worked is not False)
        and action.changes.all == failed.changes.all
    )


def _leads_in(failed: Action, action: Action) -> bool:
    """Whether it is the same behind a variable, another program, what sets up the shell, or a folder below the one at
    hand."""
    before = shell.steps(action.line)[: -len(shell.steps(failed.line))]
    is_more = len(failed.words) > 1 or action.words == failed.words
    is_same = action.line.endswith(f" {failed.line}") and is_more
    return is_same and all(
        step.name in _SETS_UP or step.words[:2] == ["nvm", "use"] or (step.name == "cd" and ".." not in step.text)
        for step in before
    )
