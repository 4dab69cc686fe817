"""What came of a run, in a passage of its own: it is asked for, and nobody in the log says it."""

from collections.abc import Iterable, Sequence

from knowledge.extraction import Proof, RunOutcome, task
from knowledge.privacy.runs import CleanRun

MAX_NAMED = 10  # files of a kind
LAST = 4  # commands
_VERDICTS: dict[RunOutcome, str] = {
    "succeeded": "it succeeded",
    "failed": "it failed",
    "unverified": "nobody verified it, no check of the project passed after the last change",
}


def closing(run: CleanRun, proof: Proof) -> str:
    """How the run ended, which files it left changed and which are new, and what it ran last; "" where it did nothing."""
    edits = [edit for turn in run.turns if turn.failed is not True for edit in turn.edits if edit.path]
    new = _distinct([*(edit.path for edit in edits if not edit.old), *(file.path for file in proof.files if file.is_new)])
    changed = _distinct([*(edit.path for edit in edits), *(file.path for file in proof.files)])
    told = {
        "Files changed": [path for path in changed if path not in new][:MAX_NAMED],
        "New files": new[:MAX_NAMED],
        "Ran last": _distinct(proof.ran.values())[-LAST:],
        "Still failed": _distinct(failure.command for failure in proof.unsolved),
    }
    parts = [f"{name}: {_quoted(names)}." for name, names in told.items() if names]
    title = task.title(task.text(run))
    ended = f"How the run ended{f' ({title})' if title else ''}: {_VERDICTS[proof.outcome]}."
    return " ".join([ended, *parts]) if parts else ""


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
