"""The run's own conclusion: where the change was made, how, and why."""

import re
from collections.abc import Sequence

from ..transcripts import Turn
from . import patch
from .model import Candidate, Run
from .prose import paragraphs
from .statements import Statement
from .task import Task
from .wording import NAME, is_statement, tidy

_DID = re.compile(
    r"^(?:I(?:'ve| have)? |we(?:'ve| have)? )?(?:now |also |successfully )?"
    r"(fixed|modified|added|updated|changed|replaced|removed|implemented|moved|renamed|refactored|introduced|rewrote|"
    r"extended|wrapped|switched|made|converted|unwrapped)\b ?(.*)",
    re.I | re.S,
)
_BY = re.compile(r"\bby (\w+ing\b.*)", re.S)
_INTENT = re.compile(
    r"\b(?:(?:I|we)(?:'ll| will| should| need to| can| must)|let's|(?:plan|fix|solution|"
    r"idea) is to)(?: just| simply| probably)? "
    r"((?:modify|change|update|add|insert|replace|override|implement|move|wrap|use|call|make|set|pass|"
    r"include|handle|convert|ensure|remove|extend|skip|append|iterate|unwrap|rename|apply)\b .*)",
    re.I | re.S,
)
_AIM = re.compile(r"^(?:modify|change|update) (?:`[^`]*`|the code|it) to (?=[a-z])")
# A step of the editing, not the change.
_PARTIAL = re.compile(
    r"\b(?:one|later|again|duplicates?|original|back|restore|revert|also|as well|instead|first|either)\b"
)
# A plan counts as carried out where this part of its names is in the patch.
_MIN_SHARE = 0.75
# Rules' score and salience together, above which a lack was mostly the one that the change removed.
_TELLING = 0.72
_FAILED = re.compile(
    r"\b(?:fail|error|abort|cancel|timeout|timed|gave up|unsuccess|incomplete|not (?:fixed|done))", re.I
)
_MINOR = re.compile(r"\b(?:tests?|scripts?|print|debug|temporary|comments?|docs?|docstring|reproduc\w*|import)\b", re.I)


def conclusion(run: Run, task: Task, stated: Sequence[Statement]) -> list[Candidate]:
    """The learning about the change as a whole, if a source file was changed.

    The best of the statements about what was so before gives the reason.
    """
    if not task.changes or not task.title:
        return []
    main = max(task.changes, key=lambda change: len(change.added) + len(change.removed))
    places = " and ".join(_place(change) for change in [main, *(c for c in task.changes if c is not main)][:3])
    verb = "An attempt, which failed, at" if _FAILED.search(run.outcome) else "The change for"
    how = _how(run.turns, task) or patch.describe(main) or _comment(main) or _plan(run.turns, task) or _names(main)
    why = next(
        (f" Before it: {_short(found.text, task)}" for found in stated if found.outdated and found.score >= _TELLING),
        "",
    )
    return [Candidate(f'{verb} "{_told(task)}" was made in {places}{_joined(how)}{why}', "conclusion")]


def _short(text: str, task: Task) -> str:
    """A statement without the file that the conclusion has named already."""
    return re.sub(
        r" \(in `([^`]+)`\)", lambda found: "" if any(found[1] == c.path for c in task.changes) else found[0], text
    )


def _told(task: Task) -> str:
    return task.title.rstrip(" .:").replace('"', "'")


def _place(change: patch.FileChange) -> str:
    symbols = ", ".join(f"`{symbol}`" for symbol in change.symbols[:3])
    return f"`{change.path}`" + (f" ({symbols})" if symbols else "")


def _plan(turns: Sequence[Turn], task: Task) -> str:
    """What the agent set out to change, where its names are those that the patch has."""
    found: list[tuple[float, int, int, str]] = []
    for index, turn in enumerate(turns):
        for sentence in (sentence for block in paragraphs(turn.text) for sentence in block if turn.role == "assistant"):
            if plan := _INTENT.search(tidy(sentence)):
                said = _AIM.sub("", plan[1])
                if (
                    is_statement(f"Somebody did {said}")
                    and not _PARTIAL.search(said)
                    and not _MINOR.search(re.sub(r"`[^`]*`", "", said))
                ):
                    found.append((*_shared(said, task), index, said))
    whole = [plan for plan in found if all(code.count("(") == code.count(")") for code in plan[3].split("`")[1::2])]
    share, names, _, said = max(whole, default=(0.0, 0, 0, ""))
    return f": {said}" if share >= _MIN_SHARE and names else ""


def _shared(text: str, task: Task) -> tuple[float, int]:
    """Which part of the names in `text`, its paths aside, are in the patch, and how many there are."""
    names = {word for name in NAME.findall(text) if "/" not in name for word in re.findall(r"\w{3,}", name)}
    shared = names & (task.names | _patched(task))
    return (len(shared) / len(names) if names else 0.0), len(shared)


def _patched(task: Task) -> set[str]:
    lines = [line for change in task.changes for line in change.added + change.removed]
    return set(re.findall(r"\w{3,}", " ".join(lines)))


def _comment(change: patch.FileChange) -> str:
    """What the patch says of itself."""
    said = patch.comment(change).rstrip(".")
    return f"The new code says: {said}." if said else ""


def _names(change: patch.FileChange) -> str:
    """The names that the patch introduces, where nothing else is known."""
    if names := [name for name in patch.added_names(change) if name not in change.path][:3]:
        return f"by adding {_listed(names)}"
    return f"The new code calls {_listed(calls)}." if (calls := patch.new_calls(change)[:3]) else ""


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def _joined(how: str) -> str:
    if not how:
        return "."
    if how.startswith(":"):
        return how
    return f", {how.rstrip('.')}." if how.startswith("by ") else f". {how}"


def _how(turns: Sequence[Turn], task: Task) -> str:
    """What the agent says it changed, from its last words backwards; sentences about tests do not count."""
    for turn in reversed([turn for turn in turns if turn.role == "assistant"][-12:]):
        found = [how for block in paragraphs(turn.text) for sentence in block if (how := _change(sentence, task))]
        if found:
            return max(found, key=lambda how: len(NAME.findall(how)))
    return ""


def _mentions(sentence: str, task: Task) -> bool:
    """Whether it names something that is in the patch; without a patch, anything."""
    return not any(change.added for change in task.changes) or _shared(sentence, task)[1] > 0


def _change(sentence: str, task: Task) -> str:
    sentence = tidy(sentence)
    did = _DID.match(sentence)
    if not did or _MINOR.search(re.sub(r"`[^`]*`", "", sentence)) or not NAME.search(sentence):
        return ""
    if "tests/" in sentence or any(name in sentence for name in task.created) or not _mentions(sentence, task):
        return ""
    by = _BY.search(did[2])
    if by and NAME.search(by[1]):
        how = f"by {by[1]}"
        return how if is_statement(f"Fixed {how}") else ""
    how = f"{did[1].capitalize()} {did[2]}"
    return how if is_statement(how) else ""
