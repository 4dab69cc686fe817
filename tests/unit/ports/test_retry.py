"""What loses a compare-and-swap tries again."""

from collections.abc import Callable

import pytest
from knowledge.errors import Conflict, NotFound, PreconditionFailed
from knowledge.ports.retry import retried


def losing(times: int, error: type[Exception]) -> tuple[Callable[[], int], list[int]]:
    """An attempt that loses so often and then gives the number of its calls; and its calls."""
    calls: list[int] = []

    def attempt() -> int:
        calls.append(len(calls) + 1)
        if len(calls) <= times:
            raise error
        return len(calls)

    return attempt, calls


def test_the_loser_tries_again() -> None:
    """It gives what the first attempt gives that does not lose."""
    attempt, _ = losing(2, Conflict)
    assert retried(attempt, seconds=20) == 3


def test_at_last_it_gives_up() -> None:
    """After so many attempts what the last one raised is raised, whichever error is tried again."""
    attempt, calls = losing(9, PreconditionFailed)
    with pytest.raises(PreconditionFailed):
        retried(attempt, on=PreconditionFailed, attempts=3)
    assert calls == [1, 2, 3]


def test_another_error_is_not_tried_again() -> None:
    """What is not there will not be there a moment later."""
    attempt, calls = losing(1, NotFound)
    with pytest.raises(NotFound):
        retried(attempt, attempts=3)
    assert calls == [1]
