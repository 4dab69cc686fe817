"""The run's own conclusion: where the change was made, how, and why."""

import re
from collections.abc import Sequence

from knowledge.extraction.code import changes
from knowledge.extraction.code.diff import PatchedFile
from knowledge.extraction.code.explanation import done, planned
from knowledge.extraction.models import Candidate
from knowledge.extraction.prose.scoring import Statement
from knowledge.extraction.task import RunTask
from knowledge.privacy.runs import CleanRun

# Rules' score and salience together, above which a lack was mostly the one that the change removed.
_TELLING = 0.72
_FAILED = re.compile(
    r"\b(?:fail|error|abort|cancel|timeout|timed|gave up|unsuccess|incomplete|not (?:fixed|done))", re.I
)


def conclusion(run: CleanRun, task: RunTask, stated: Sequence[Statement]) -> list[Candidate]:
    """The learning about the change as a whole, if a source file was changed.

    The best of the statements about what was so before gives the reason.
    """
    if not task.changes or not task.title:
        return []
    main = max(task.changes, key=lambda change: len(change.added) + len(change.removed))
    places = " and ".join(_place(change) for change in [main, *(c for c in task.changes if c is not main)][:3])
    verb = "An attempt, which failed, at" if _FAILED.search(run.outcome) else "The change for"
    how = done(run.turns, task) or changes.describe(main) or _comment(main) or planned(run.turns, task) or _names(main)
    why = next(
        (f" Before it: {_short(found.text, task)}" for found in stated if found.outdated and found.score >= _TELLING),
        "",
    )
    return [Candidate(f'{verb} "{_told(task)}" was made in {places}{_joined(how)}{why}', "conclusion")]


def _short(text: str, task: RunTask) -> str:
    """A statement without the file that the conclusion has named already."""
    return re.sub(
        r" \(in `([^`]+)`\)", lambda found: "" if any(found[1] == c.path for c in task.changes) else found[0], text
    )


def _told(task: RunTask) -> str:
    return task.title.rstrip(" .:").replace('"', "'")


def _place(change: PatchedFile) -> str:
    symbols = ", ".join(f"`{symbol}`" for symbol in change.symbols[:3])
    return f"`{change.path}`" + (f" ({symbols})" if symbols else "")


def _comment(change: PatchedFile) -> str:
    """What the patch says of itself."""
    said = changes.comment(change).rstrip(".")
    return f"The new code says: {said}." if said else ""


def _names(change: PatchedFile) -> str:
    """The names that the patch introduces, where nothing else is known."""
    if names := [name for name in changes.added_names(change) if name not in change.path][:3]:
        return f"by adding {_listed(names)}"
    return f"The new code calls {_listed(calls)}." if (calls := changes.new_calls(change)[:3]) else ""


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def _joined(how: str) -> str:
    if not how:
        return "."
    if how.startswith(":"):
        return how
    return f", {how.rstrip('.')}." if how.startswith("by ") else f". {how}"
