"""The run's own conclusion: where the change was made, how, and why."""

import re
from collections.abc import Sequence

from ..transcripts import Turn
from . import patch
from .model import Candidate, Run
from .prose import paragraphs
from .task import Task
from .wording import NAME, is_statement, tidy

_DID = re.compile(
    r"^(?:I(?:'ve| have)? |we(?:'ve| have)? )?(?:now |also |successfully )?"
    r"(fixed|modified|added|updated|changed|replaced|removed|implemented|moved|renamed|refactored|introduced|rewrote|"
    r"extended|wrapped|switched|made|converted|unwrapped)\b ?(.*)",
    re.I | re.S,
)
_BY = re.compile(r"\bby (\w+ing\b.*)", re.S)
_FAILED = re.compile(r"\b(?:fail|error|abort|cancel|timeout|timed|gave up|unsuccess|incomplete|not (?:fixed|done))", re.I)
_MINOR = re.compile(r"\b(?:tests?|scripts?|print|debug|temporary|comments?|docs?|docstring|reproduc\w*|import)\b", re.I)


def conclusion(run: Run, task: Task) -> Candidate | None:
    """One learning about the change as a whole; None where no source file was changed."""
    changed = [change for change in task.changes if not re.search(r"(?:^|/)(?:pyproject\.toml|setup\.cfg|.*\.lock)$", change.path)]
    if not changed or not task.title:
        return None
    main = max(changed, key=lambda change: len(change.added) + len(change.removed))
    places = "; ".join(_place(change) for change in [main, *(c for c in changed if c is not main)][:3])
    verb = "An attempt, which failed, at" if _FAILED.search(run.outcome) else "The change for"
    how = _how(run.turns, task) or patch.describe(main)
    told = task.title.rstrip(" .:")
    return Candidate(f'{verb} "{told}" was made in {places}{_joined(how)}', "conclusion")


def _place(change: patch.FileChange) -> str:
    symbols = ", ".join(f"`{symbol}`" for symbol in change.symbols[:3])
    return f"`{change.path}`" + (f" ({symbols})" if symbols else "")


def _joined(how: str) -> str:
    if not how:
        return "."
    return f", {how.rstrip('.')}." if how.startswith("by ") else f". {how}"


def _how(turns: Sequence[Turn], task: Task) -> str:
    """What the agent says it changed, from its last words backwards; sentences about tests do not count."""
    for turn in reversed([turn for turn in turns if turn.role == "assistant"][-12:]):
        found = [how for block in paragraphs(turn.text) for sentence in block if (how := _change(sentence, task))]
        if found:
            return max(found, key=lambda how: len(NAME.findall(how)))
    return ""


def _change(sentence: str, task: Task) -> str:
    sentence = tidy(sentence)
    did = _DID.match(sentence)
    if not did or _MINOR.search(re.sub(r"`[^`]*`", "", sentence)) or not NAME.search(sentence):
        return ""
    by = _BY.search(did[2])
    if by and NAME.search(by[1]):
        how = f"by {by[1]}"
        return how if is_statement(f"The change was made {how}") else ""
    how = f"{did[1].capitalize()} {did[2]}"
    return how if is_statement(how) else ""
