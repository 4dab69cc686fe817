"""Errors of a run and what resolved them."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands import shell
from knowledge.extraction.commands.workarounds import remedy
from knowledge.extraction.models import Candidate
from knowledge.extraction.prose.sentence_rules import CAUSE, is_statement
from knowledge.extraction.task import RunTask
from knowledge.text.sentences import paragraphs, tidy
from knowledge.transcripts import Turn

# What goes wrong in a script while it is written says nothing about the project.
_OWN_MISTAKE = re.compile(
    r"(?:\w+\.)*(?:SyntaxError|IndentationError|AssertionError|NameError|UnboundLocalError|KeyboardInterrupt)\b"
)
_ABSENT = re.compile(r"No module named|command not found|not found|No such file|cannot find|Missing script", re.I)
_PLAN = re.compile(r"\b(?:I|we) (?:need to|should|must|have to|can|will)(?: just| simply| either)? ([a-z]+ .*)")
_LOOKING = re.compile(
    r"(?:look|check|see|run|read|investigate|debug|try|find|rewrite|fix|verify|revert|print|re-?run|test|do|be|get|"
    r"inspect|modify|update|adjust|change|correct|retry|continue|go|also|create|write|ignore|skip|examine)\b"
)
_MAX_FAILURES = 300
# What a script of one's own can still tell about the project: how it must be set up.
_SETUP = re.compile(
    r"UnicodeDecodeError|ImproperlyConfigured|NotReady|not configured|OperationalError|not found|refused|app_label"
)


def fixes(turns: Sequence[Turn], ran: Sequence[tuple[int, Turn]], task: RunTask) -> list[Candidate]:
    """Errors that a later run of the same thing did not have, with what the agent found in between."""
    found: dict[str, Candidate] = {}
    failures = [(position, *step) for position, step in enumerate(ran) if shell.has_failed(step[1])]
    for position, index, turn in failures[:_MAX_FAILURES]:
        error = shell.error_line(turn)
        if not error or _OWN_MISTAKE.match(error) or error in found:
            continue
        later = ran[position + 1 : position + 12]
        told = _installed(error, later) or remedy(ran, position, error, task) or _substitute(turn, error, later, task)
        if told := told or _repair(turns, index, turn, error, later, task):
            found[error] = told
    return list(found.values())[:3]


def _installed(error: str, later: Sequence[tuple[int, Turn]]) -> Candidate | None:
    """What was installed for something that was not there."""
    missing = [word.split(".")[0].lower() for word in re.findall(r"[\w@/.-]+", error) if len(word) > 3]
    for _, turn in later if _ABSENT.search(error) else ():
        installed = shell.install(turn.command)
        if installed and not shell.has_failed(turn) and any(word and word in installed.lower() for word in missing):
            return Candidate(f"`{error}` is resolved by `{installed}`.", "error_fix")
    return None


def _substitute(turn: Turn, error: str, later: Sequence[tuple[int, Turn]], task: RunTask) -> Candidate | None:
    """A tool that is not there, and what served instead."""
    failed = shell.check(turn.command)
    if not failed or not _ABSENT.search(error) or task.owns(failed):
        return None
    for _, other in later:
        step = shell.check(other.command)
        if (
            step
            and not shell.has_failed(other)
            and shell.program(step) != shell.program(failed)
            and not task.owns(step)
        ):
            return Candidate(f"`{failed}` does not work here (`{error}`); use `{step}` instead.", "command")
    return None


def _repair(
    turns: Sequence[Turn], index: int, turn: Turn, error: str, later: Sequence[tuple[int, Turn]], task: RunTask
) -> Candidate | None:
    """The same command, failing first and passing later, and the agent's diagnosis or the file edited."""
    step = (shell.steps(turn.command or "") or [""])[-1]
    resolved, own = _passed_again(step, error, later), task.owns(step)
    if resolved is None or not (_SETUP.search(error) if own else shell.check(step)):
        return None
    failed = f"{_script(task) if own else f'`{step}`'} failed with `{error.split('. ')[0]}`"
    if remedy := _remedy(turns[index + 1].text):
        return Candidate(f"{failed}; what helped: {remedy}", "error_fix")
    if own:
        return None
    if diagnosis := _diagnosis(turns[index + 1 : resolved + 1], error):
        return Candidate(f"{failed}. {diagnosis}", "error_fix")
    edits = [change for change in task.changes if any(change.path in (t.command or "") for t in turns[index:resolved])]
    if edits:
        return Candidate(f"`{step}` failed with `{error}`; it passed after a change to `{edits[0].path}`.", "error_fix")
    return None


def _passed_again(step: str, error: str, later: Sequence[tuple[int, Turn]]) -> int | None:
    """The turn in which the same step ran again, if it did not meet the error there."""
    again = next(((index, turn) for index, turn in later if step and step in (turn.command or "")), None)
    return again[0] if again and error not in shell.output(again[1]) else None


def _script(task: RunTask) -> str:
    package = next((change.path.split("/")[0] for change in task.changes if "/" in change.path), "")
    return f"A stand-alone script that uses `{package}`" if package else "A stand-alone script"


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
