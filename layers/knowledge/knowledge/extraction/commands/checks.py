"""Learnings from what was run: the checks that pass, and those that fail whatever one changes."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands import shell
from knowledge.extraction.commands.error_fixes import fixes
from knowledge.extraction.models import Candidate
from knowledge.extraction.task import RunTask
from knowledge.transcripts import Turn

_UNRELATED = re.compile(
    r"\b(?:unrelated|pre-?existing|already (?:fail|broken|failing)\w*|without (?:my|the|any) (?:change|fix|"
    r"modification)s?|before (?:my|the) (?:change|fix)s?|independent of)\b",
    re.I,
)


def from_commands(turns: Sequence[Turn], task: RunTask) -> list[Candidate]:
    """What the commands of the run teach, the most telling first."""
    ran = [(index, turn) for index, turn in enumerate(turns) if turn.command and turn.output is not None]
    return [*fixes(turns, ran, task), *_unrelated(turns, ran, task), *_working(ran, task)]


def _working(ran: Sequence[tuple[int, Turn]], task: RunTask) -> list[Candidate]:
    """The checks that passed: the one nearest to what was changed, and another if it checks something else."""
    found: dict[str, Turn] = {}
    for _, turn in ran:
        step = shell.check(turn.command)
        if step and not task.owns(step) and shell.has_passed(turn):
            found[step] = turn
    if not found:
        return []
    ordered = sorted(found, key=lambda step: (-_relevance(step, task), -(shell.passed(found[step]) or 0), len(step)))
    other = next((step for step in ordered[1:] if not _overlap(step, ordered[0])), None)
    commands = f"`{ordered[0]}`" + (f" and `{other}`" if other else "")
    result = "both pass" if other else "it passes"
    paths = [change.path for change in task.changes][:2]
    near = _relevance(ordered[0], task) > 0
    about = f"changes to {_listed(paths)}" if paths and near else "this project"
    return [Candidate(f"To check {about}, run {commands}; {result}.", "command")]


def _overlap(one: str, other: str) -> bool:
    """Whether two commands have a target in common, or one that lies within the other's."""
    first, second = (
        {word for word in re.split(r"[\s,]", step) if not word.startswith("-")} - set(shell.program(step).split())
        for step in (one, other)
    )
    return not first or not second or any(a.startswith(b) or b.startswith(a) for a in first for b in second)


def _relevance(step: str, task: RunTask) -> int:
    words = set(re.findall(r"[a-z]+", step.lower()))
    return sum(len(words & set(re.findall(r"[a-z]+", change.path.lower()))) for change in task.changes)


def _listed(paths: Sequence[str]) -> str:
    return " and ".join(f"`{path}`" for path in paths)


def _unrelated(turns: Sequence[Turn], ran: Sequence[tuple[int, Turn]], task: RunTask) -> list[Candidate]:
    """Checks that fail whatever one changes, by the agent's own finding."""
    found = []
    for index, turn in ran:
        step, tests = shell.check(turn.command), shell.failing_tests(turn)
        said = " ".join(later.text for later in turns[index + 1 : index + 4])
        if step and tests and not task.owns(step) and _UNRELATED.search(said):
            names = ", ".join(f"`{name}`" for name in tests[:3]) + (" and others" if tests[3:] else "")
            found.append(Candidate(f"In `{step}`, {names} fail also without any change to the code.", "environment"))
    return found[:1]
