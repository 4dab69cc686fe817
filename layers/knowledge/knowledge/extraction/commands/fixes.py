"""Errors with what made the same command pass."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from knowledge.extraction.code.wording import described
from knowledge.extraction.commands import programs
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.lasting_failures import passes_later
from knowledge.extraction.commands.working_commands import absent
from knowledge.extraction.models import Candidate, Failure, Fix
from knowledge.transcripts.diff import PatchedFile

_WITHIN = 15  # actions between failure and success: further apart, other things have changed too
_MAX_STEPS = 2
MAX_FIXES = 4


def fixes(actions: Sequence[Action]) -> list[Fix]:
    """What was between a command's failure and its success, where that is one or two commands, or one or two edits."""
    fixes: dict[str, Fix] = {}
    for place, action in enumerate(actions):
        if action.worked is not False or not action.line or not action.error or absent(action):
            continue
        if fix := _fix(actions[:place], action, actions[place + 1 : place + 1 + _WITHIN]):
            fixes.setdefault(action.error, fix)
    return list(fixes.values())[:MAX_FIXES]


def learnings(fixes: Sequence[Fix], where: str) -> list[Candidate]:
    """Each fix in a sentence."""
    return [Candidate(f"{where}`{fix.command}` {fix.remedy}", "fix") for fix in fixes]


def unsolved(actions: Sequence[Action], solved: Sequence[Fix]) -> list[Failure]:
    """The errors with which commands failed for the last time by their exit code, and nothing got past: not those of
    programs that are missing, or that passed later in another form."""
    mended = {fix.error for fix in solved}
    last = {
        action.line: action for action in actions if action.line and action.worked is not None and action.by_exit_code
    }
    left = {
        action.error: Failure(action.place, action.line, action.error)
        for action in last.values()
        if action.error and action.error not in mended and not absent(action) and not passes_later(action, actions)
    }
    return list(left.values())[-MAX_FIXES:]


def _fix(before: Sequence[Action], failed: Action, after: Sequence[Action]) -> Fix | None:
    for place, action in enumerate(after):
        if action.line == failed.line:
            return _mended(before, failed, after[: place + 1]) if _is_success(action) else None
        if (
            _is_variant(failed, action)
            and not _is_aimed_elsewhere(failed, action)
            and not any(other.changed for other in after[:place])
        ):
            remedy = f"does not work (`{failed.error}`); `{action.line}` does."
            return Fix(failed.line, failed.error, remedy, f"Run `{action.line}` instead of `{failed.line}`.")
    return None


def _mended(before: Sequence[Action], failed: Action, after: Sequence[Action]) -> Fix | None:
    """What was done so that the last one passed: gone to another folder, or else what was between."""
    folder = next((action.folder for action in reversed(after) if action.folder), failed.folder)
    if folder == failed.folder:
        return _between(before, failed, after[:-1])
    if len(failed.words) < 2 or any(action.changed or action.line for action in after[:-1]):
        return None
    place = "/".join(PurePosixPath(folder).parts[-2:])
    return Fix(
        failed.line, failed.error, f"fails with `{failed.error}`; it works in `{place}`.", f"Run it in `{place}`."
    )


def _between(before: Sequence[Action], failed: Action, between: Sequence[Action]) -> Fix | None:
    """What was done so that the same command passed."""
    ran = list(
        dict.fromkeys(
            action.line
            for action in between
            if (action.line and action.worked is not False and not programs.is_check(action)) or _fixes_files(action)
        )
    )
    changed = [action for action in between if action.changed]
    if not changed and 1 <= len(ran) <= _MAX_STEPS:
        steps = " and ".join(f"`{line}`" for line in ran)
        remedy = f"fails with `{failed.error}`; it works after {steps}."
        return Fix(failed.line, failed.error, remedy, f"Run {steps}.")
    edits = [edit for action in changed for edit in action.edits]
    touched = {path for action in before for path in action.changed}
    if len(edits) == len(changed) <= _MAX_STEPS and not ran and not touched & {edit.path for edit in edits}:
        changes = [described(PatchedFile.of_edit(edit)) for edit in edits]
        if how := "; ".join(changes) if all(changes) else "":
            remedy = f"failed with `{failed.error}`; what made it pass: {how}."
            return Fix(failed.line, failed.error, remedy, f"{how[0].upper()}{how[1:]}.")
    return None


def _fixes_files(action: Action) -> bool:
    """A formatter or a fixer: it is called like a check, and is what makes the check pass."""
    return (
        bool(action.line)
        and action.worked is True
        and any(word in action.line.lower() for word in ("apply", "fix", "format", "write"))
    )


def _is_variant(failed: Action, action: Action) -> bool:
    """The same thing done in another way that works: not the same check of other files."""
    return bool(action.line) and _is_success(action) and programs.serves_instead(failed, action)


def _is_aimed_elsewhere(failed: Action, action: Action) -> bool:
    """Whether the same program was called with another name alone: an id, a package.

    Another value of an option is another way, and so is a variable that is set or a folder that it went to before.
    """
    first, second = failed.words, action.words
    differing = [place for place, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]]
    alike = len(first) == len(second) and programs.program(first) == programs.program(second)
    options = any(first[place - 1].startswith("-") or first[place].startswith("-") for place in differing)
    return alike and bool(differing) and not options


def _is_success(action: Action) -> bool:
    """Where the log has no exit codes, an output without an error must do."""
    return bool(action.worked) or (action.worked is None and bool(action.output.strip()))
