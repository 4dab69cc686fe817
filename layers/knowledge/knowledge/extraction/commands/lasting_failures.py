"""What fails whatever one changes, and what a run left broken."""

import re
from collections.abc import Container, Sequence
from pathlib import PurePosixPath

from knowledge.extraction.commands import called, error_lines, programs, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.broken_off import is_broken_off
from knowledge.extraction.commands.final_failure import is_last_word
from knowledge.extraction.models import Candidate
from knowledge.transcripts import Turn

_MAX_NAMES, _MAX_FOUND = 3, 2
_NAMES = re.compile(r"[./]\w")  # a path


def lasting_failures(
    actions: Sequence[Action], where: str, turns: Sequence[Turn], mended: Container[str] = ()
) -> list[Candidate]:
    """Checks that failed alike with the run's changes and without any, and those that failed to the end; none of those
    that are `mended`, told as such, nor where the output names but some of what it counts."""
    by_failures: dict[tuple[str, ...], Candidate] = {}
    for line in dict.fromkeys(action.line for action in actions if _is_judged(action) and action.line not in mended):
        ran = [action for action in actions if action.line == line and action.worked is not None]
        names = _whatever_is_changed(ran, actions)
        ended = _failures(ran[-1]) if is_last_word(ran[-1], actions, turns) else []
        if names:
            text = f"In `{line}` these fail with and without changes to the code: {_listed(names)}."
        elif ended:
            text = f"When the run ended, `{line}` still failed: {_listed(ended)}."
        else:
            continue
        if not is_broken_off(ran[-1]) and not _is_cut(ran[-1]):
            fact = Candidate(f"{where}{text}", "fact", basis="ending")  # what the run does next may mend it
            by_failures.setdefault(tuple(names or ended), fact)
    return list(by_failures.values())[:_MAX_FOUND]


def is_no_verdict(check: Action, actions: Sequence[Action]) -> bool:
    """Whether all tests that failed in it had failed before anything was changed, and in each run of it since."""
    failed = results.failing_tests(check.output) if check.worked is False else []
    ran = [one for one in actions if one.line == check.line and one.place <= check.place]
    return bool(failed) and set(_whatever_is_changed(ran, actions)).issuperset(failed)


def _is_judged(action: Action) -> bool:
    return bool(action.line) and action.worked is not None and programs.is_check(action)


def _whatever_is_changed(ran: Sequence[Action], actions: Sequence[Action]) -> list[str]:
    """The tests that failed in every run of a check, of which some were without any change and some with one; runs that
    name none, as they broke off, tell nothing of these."""
    telling = [one for one in ran if one.worked or _failed_tests(one)]
    failed = [_failed_tests(one) for one in telling]
    if len({bool(one.changes.code) for one in telling}) < 2 or _has_passed(ran, actions):
        return []
    return [name for name in failed[-1] if all(name in names for names in failed)]


def _has_passed(ran: Sequence[Action], actions: Sequence[Action]) -> bool:
    """Whether the check passed at any time, perhaps with other options: then what fails in it can be mended."""
    aims = [_aims(one) for one in ran[:1]]
    passed = (action for action in actions if action.line and action.worked and not programs.asks_alone(action))
    return any(_aims(link) in aims for action in passed for link in programs.links(action))


def _aims(action: Action) -> list[str]:
    """What is run, and on what: `pytest tests` for `python -m pytest -q tests`."""
    return [called.tool(action.words), *(word for word in called.arguments(action.words) if not word.startswith("-"))]


def _failures(action: Action) -> list[str]:
    """The names of the tests that failed, else the error; nothing where the error is about how it was called."""
    if names := _failed_tests(action):
        return names
    error = error_lines.cause(action.output, "") if action.worked is False else ""
    is_called_wrongly = any(PurePosixPath(word).name in error for word in action.words[1:] if _NAMES.search(word))
    return [error] if error and not is_called_wrongly else []


def _failed_tests(action: Action) -> list[str]:
    return [] if results.NOT_COLLECTED.search(action.output) else results.failing_tests(action.output)


def passes_later(action: Action, actions: Sequence[Action]) -> bool:
    """Whether the same program passed afterwards: perhaps on these files too."""
    ran = called.program(action.words)
    later = (one for one in actions if one.place > action.place and one.line and one.worked)
    return any(called.program(link.words) == ran for one in later for link in programs.links(one))


def _is_cut(check: Action) -> bool:
    """Whether the output names some of the tests that failed, and counts more: `pytest | tail -3`."""
    return bool(_failed_tests(check)) and not results.names_all_failures(check.output)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MAX_NAMES])
    return f"{shown} and {len(names) - _MAX_NAMES} more" if names[_MAX_NAMES:] else shown
