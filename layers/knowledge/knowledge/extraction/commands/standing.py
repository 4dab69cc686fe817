"""What a run left broken."""

from collections.abc import Sequence

from knowledge.extraction.commands import programs, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.working import absent
from knowledge.extraction.models import Candidate

_MAX_NAMES, _MAX_FOUND = 3, 2


def standing(actions: Sequence[Action], where: str) -> list[Candidate]:
    """The checks that failed to the end, whose program did not pass afterwards."""
    last = {action.line: action for action in actions if _is_judged(action)}
    left = [one for one in last.values() if one.worked is False and not passes_later(one, actions) and not absent(one)]
    texts = {
        tuple(names): f"When the run ended, `{one.line}` still failed: {_listed(names)}."
        for one in left
        if (names := _failures(one))
    }
    return [Candidate(f"{where}{text}", "fact") for text in texts.values()][:_MAX_FOUND]


def _is_judged(action: Action) -> bool:
    return bool(action.line) and action.worked is not None and programs.is_check(action)


def _failures(action: Action) -> list[str]:
    """The names of the tests that failed, else the error."""
    return results.failing_tests(action.output) or ([action.error] if action.error else [])


def passes_later(action: Action, actions: Sequence[Action]) -> bool:
    """Whether the same program passed afterwards: perhaps on these files too."""
    ran = programs.program(action.words)
    later = (one for one in actions if one.place > action.place and one.line and one.worked)
    return any(programs.program(one.words) == ran for one in later)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MAX_NAMES])
    return f"{shown} and {len(names) - _MAX_NAMES} more" if names[_MAX_NAMES:] else shown
