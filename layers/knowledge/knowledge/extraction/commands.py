"""Learnings from what was run: checks that work, those that do not, and what made a failing one pass."""

import re
from collections.abc import Sequence

from ..transcripts import Turn
from . import shell
from .model import Candidate
from .prose import paragraphs
from .task import Task
from .wording import CAUSE, is_statement, tidy

_UNRELATED = re.compile(
    r"\b(?:unrelated|pre-?existing|already (?:fail|broken|failing)\w*|without (?:my|the|any) (?:change|fix|"
    r"modification)s?|"
    r"before (?:my|the) (?:change|fix)s?|independent of)\b",
    re.I,
)
# What goes wrong in a script while it is written says nothing about the project.
_OWN_MISTAKE = re.compile(
    r"(?:\w+\.)*(?:SyntaxError|IndentationError|AssertionError|NameError|UnboundLocalError|KeyboardInterrupt)\b"
)
_ABSENT = re.compile(r"No module named|command not found|not found|No such file|cannot find|Missing script", re.I)
_PLAN = re.compile(r"\b(?:I|we) (?:need to|should|must|have to|can|will)(?: just| simply| either)? ([a-z]+ .*)")
_LOOKING = re.compile(
    r"(?:look|check|see|run|read|investigate|debug|try|find|rewrite|fix|verify|revert|print|re-?run|test|"
    r"do|be|get|inspect|"
    r"modify|update|adjust|change|correct|retry|continue|go|also|create|write|ignore|skip|examine)\b"
)
# What a script of one's own can still tell about the project: how it must be set up.
_SETUP = re.compile(
    r"UnicodeDecodeError|ImproperlyConfigured|NotReady|not configured|OperationalError|not found|refused|app_label"
)


def from_commands(turns: Sequence[Turn], task: Task) -> list[Candidate]:
    """What the commands of the run teach, the most telling first."""
    ran = [(index, turn) for index, turn in enumerate(turns) if turn.command and turn.output is not None]
    return [*_fixes(turns, ran, task), *_unrelated(turns, ran, task), *_working(ran, task)]


def _own(step: str, task: Task) -> bool:
    """Whether the step runs a file that the run itself wrote, by its path, test id or dotted module."""
    files = {word.split("::")[0].rsplit("/", 1)[-1] for word in step.split()}
    modules = {f"{part}.py" for word in step.split() for part in word.split(".")[1:]}
    return bool(task.created & (files | modules))


def _working(ran: Sequence[tuple[int, Turn]], task: Task) -> list[Candidate]:
    """The checks that passed: the one nearest to what was changed, and another if it checks something else."""
    found: dict[str, Turn] = {}
    for _, turn in ran:
        step = shell.check(turn.command)
        if step and not _own(step, task) and shell.has_passed(turn):
            found[step] = turn
    if not found:
        return []
    ordered = sorted(found, key=lambda step: (-_relevance(step, task), -(shell.passed(found[step]) or 0), len(step)))
    other = next((step for step in ordered[1:] if not _overlap(step, ordered[0])), None)
    commands = f"`{ordered[0]}`" + (f" and `{other}`" if other else "")
    count = shell.passed(found[ordered[0]])
    result = "both pass" if other else f"it passes ({count} tests)" if count else "it passes"
    paths = [change.path for change in task.changes][:2]
    about = f"changes to {_listed(paths)}" if paths else "this project"
    return [Candidate(f"To check {about}, run {commands}; {result}.", "command")]


def _overlap(one: str, other: str) -> bool:
    """Whether two commands have a target in common, or one that lies within the other's."""
    first, second = (
        {word for word in re.split(r"[\s,]", step) if not word.startswith("-")} - set(shell.program(step).split())
        for step in (one, other)
    )
    return not first or not second or any(a.startswith(b) or b.startswith(a) for a in first for b in second)


def _relevance(step: str, task: Task) -> int:
    words = set(re.findall(r"[a-z]+", step.lower()))
    return sum(len(words & set(re.findall(r"[a-z]+", change.path.lower()))) for change in task.changes)


def _listed(paths: Sequence[str]) -> str:
    return " and ".join(f"`{path}`" for path in paths)


def _unrelated(turns: Sequence[Turn], ran: Sequence[tuple[int, Turn]], task: Task) -> list[Candidate]:
    """Checks that fail whatever one changes, by the agent's own finding."""
    found = []
    for index, turn in ran:
        step, tests = shell.check(turn.command), shell.failing_tests(turn)
        said = " ".join(later.text for later in turns[index + 1 : index + 4])
        if step and tests and not _own(step, task) and _UNRELATED.search(said):
            names = ", ".join(f"`{name}`" for name in tests[:3]) + (" and others" if tests[3:] else "")
            found.append(Candidate(f"In `{step}`, {names} fail also without any change to the code.", "environment"))
    return found[:1]


def _fixes(turns: Sequence[Turn], ran: Sequence[tuple[int, Turn]], task: Task) -> list[Candidate]:
    """Errors that a later run of the same thing did not have, with what the agent found in between."""
    found: dict[str, Candidate] = {}
    for position, (index, turn) in enumerate(ran):
        error = shell.error_line(turn)
        if not shell.has_failed(turn) or not error or _OWN_MISTAKE.match(error) or error in found:
            continue
        later = ran[position + 1 : position + 12]
        if candidate := _substitute(turn, error, later, task) or _repair(turns, index, turn, error, later, task):
            found[error] = candidate
    return list(found.values())[:3]


def _substitute(turn: Turn, error: str, later: Sequence[tuple[int, Turn]], task: Task) -> Candidate | None:
    """A tool that is not there, and what served instead or installed it."""
    failed = shell.check(turn.command)
    if not _ABSENT.search(error) or (failed and _own(failed, task)):
        return None
    for _, other in later:
        if shell.has_failed(other):
            continue
        if installed := shell.install(other.command):
            missing = re.findall(r"[\w@/.-]+", error)
            if any(word.split(".")[0].lower() in installed.lower() for word in missing if len(word) > 3):
                return Candidate(f"`{error}` is resolved by `{installed}`.", "error_fix")
        step = shell.check(other.command)
        if failed and step and shell.program(step) != shell.program(failed) and not _own(step, task):
            return Candidate(f"`{failed}` does not work here (`{error}`); use `{step}` instead.", "command")
    return None


def _repair(
    turns: Sequence[Turn], index: int, turn: Turn, error: str, later: Sequence[tuple[int, Turn]], task: Task
) -> Candidate | None:
    """The same command, failing first and passing later, and the agent's diagnosis or the file edited."""
    step = (shell.steps(turn.command or "") or [""])[-1]
    again = next(((i, other) for i, other in later if step and step in (other.command or "")), None)
    resolved = again[0] if again and error not in (again[1].output or "").replace("`", "'") else None
    if (
        resolved is None
        or (not _own(step, task) and not shell.check(step))
        or (_own(step, task) and not _SETUP.search(error))
    ):
        return None
    package = next((change.path.split("/")[0] for change in task.changes if "/" in change.path), "")
    alone = f"A stand-alone script that uses `{package}`" if package else "A stand-alone script"
    failed = f"{alone if _own(step, task) else f'`{step}`'} failed with `{error.split('. ')[0]}`"
    if remedy := _remedy(turns[index + 1].text):
        return Candidate(f"{failed}; what helped: {remedy}", "error_fix")
    if _own(step, task):
        return None
    if diagnosis := _diagnosis(turns[index + 1 : resolved + 1], error):
        return Candidate(f"{failed}. {diagnosis}", "error_fix")
    edits = [change for change in task.changes if any(change.path in (t.command or "") for t in turns[index:resolved])]
    if edits:
        return Candidate(f"`{step}` failed with `{error}`; it passed after a change to `{edits[0].path}`.", "error_fix")
    return None


def _remedy(text: str) -> str:
    """What the agent set out to do about an error, where it says so in the first person."""
    for sentence in (tidy(sentence) for block in paragraphs(text) for sentence in block):
        plan = _PLAN.search(sentence)
        if plan and not _LOOKING.match(plan[1]) and " or " not in plan[1] and is_statement(f"It helped to {plan[1]}"):
            return plan[1]
    return ""


def _diagnosis(turns: Sequence[Turn], error: str) -> str:
    """The first sentence after the error that gives a reason and shares a word with it."""
    telling = set(re.findall(r"[A-Za-z_]{4,}", error.lower())) - {"error", "exception", "line", "with"}
    for turn in turns[:3]:
        for block in paragraphs(turn.text):
            for sentence in map(tidy, block):
                shared = telling & set(re.findall(r"[A-Za-z_]{4,}", sentence.lower()))
                if shared and CAUSE.search(sentence) and is_statement(sentence):
                    return sentence
    return ""
