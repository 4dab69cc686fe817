"""What fails whatever one changes, and what a run left broken."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from knowledge.extraction.commands import programs, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.final_failure import is_last_word
from knowledge.extraction.commands.working_commands import absent
from knowledge.extraction.models import Candidate
from knowledge.transcripts import Turn

_MAX_NAMES, _MAX_FOUND = 3, 2
_NAMES = re.compile(r"[./]\w")  # a path


def lasting_failures(
    actions: Sequence[Action], own: frozenset[str], where: str, turns: Sequence[Turn]
) -> list[Candidate]:
    """Checks that failed alike with the run's changes and without any; and those that failed to the end."""
    by_failures: dict[tuple[str, ...], Candidate] = {}
    for line in dict.fromkeys(action.line for action in actions if _is_judged(action)):
        ran = [action for action in actions if action.line == line and action.worked is not None]
        names = _in_both(ran, _unchanged(actions, own))
        ended = _failures(ran[-1]) if is_last_word(ran[-1], actions, turns) else []
        if names:
            text = f"In `{line}` these fail with and without changes to the code: {_listed(names)}."
        else:
            text = f"When the run ended, `{line}` still failed: {_listed(ended)}." if ended else ""
        if text and absent(ran[-1]) == "":
            fact = Candidate(f"{where}{text}", "fact", basis="log" if names else "ending")
            by_failures.setdefault(tuple(names or ended), fact)
    return list(by_failures.values())[:_MAX_FOUND]


def is_no_verdict(check: Action, actions: Sequence[Action], own: frozenset[str]) -> bool:
    """Whether all tests that failed in it had failed before anything was changed."""
    failed = results.failing_tests(check.output) if check.worked is False else []
    if not failed:
        return False
    clean = _unchanged(actions, own)
    ran = [one for one in actions if one.line == check.line and one.place in clean and one.place < check.place]
    return {name for one in ran for name in results.failing_tests(one.output)}.issuperset(failed)


def _is_judged(action: Action) -> bool:
    return bool(action.line) and action.worked is not None and programs.is_check(action)


def _unchanged(actions: Sequence[Action], own: frozenset[str]) -> set[int]:
    """The places of actions that ran while the project's files were as the run had found them."""
    clean, changed = set(), set[str]()
    for action in actions:
        paths = {PurePosixPath(path).name for path in action.changed} - own
        if action.restores:
            changed = {name for name in changed if name not in action.typed} if "stash" not in action.typed else set()
        changed |= paths if not action.restores else set()
        if not changed:
            clean.add(action.place)
    return clean


def _in_both(ran: Sequence[Action], unchanged: set[int]) -> list[str]:
    """What failed in a run of the check without any change and in one with some."""
    failed = [action for action in ran if action.worked is False]
    before = {name for action in failed if action.place in unchanged for name in _failures(action)}
    after = [name for action in failed if action.place not in unchanged for name in _failures(action)]
    return [name for name in dict.fromkeys(after) if name in before]


def _failures(action: Action) -> list[str]:
    """The names of the tests that failed, else the error; nothing where the error is about how it was called."""
    if names := [] if results.NOT_COLLECTED.search(action.output) else results.failing_tests(action.output):
        return names
    is_called_wrongly = any(
        PurePosixPath(word).name in action.error for word in action.words[1:] if _NAMES.search(word)
    )
    return [action.error] if action.error and not is_called_wrongly else []


def passes_later(action: Action, actions: Sequence[Action]) -> bool:
    """Whether the same program passed afterwards: perhaps on these files too."""
    ran = programs.program(action.words)
    later = (one for one in actions if one.place > action.place and one.line and one.worked)
    return any(programs.program(link.words) == ran for one in later for link in programs.links(one))


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MAX_NAMES])
    return f"{shown} and {len(names) - _MAX_NAMES} more" if names[_MAX_NAMES:] else shown
