"""What a request may still take, where its host ends it."""

import threading
from types import SimpleNamespace

import pytest
from knowledge.ports import deadline


def context(milliseconds: int) -> SimpleNamespace:
    return SimpleNamespace(get_remaining_time_in_millis=lambda: milliseconds)


def test_it_is_what_the_host_says() -> None:
    """Lambda's context counts down; a host without such a clock, and the time after the request, have no end."""
    with deadline.of_invocation(context(60_000)):
        left = deadline.remaining()
        assert left is not None and 50 < left <= 60
    with deadline.of_invocation(object()):
        assert deadline.remaining() is None
    assert deadline.remaining() is None


def test_it_never_is_negative() -> None:
    """After the end nothing is left."""
    with deadline.of_invocation(context(-5)):
        assert deadline.remaining() == 0.0


def test_work_that_is_done_in_time_gives_what_it_gives() -> None:
    """Its answer, or its own error."""
    assert deadline.within(60, lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        deadline.within(60, lambda: 1 // 0)


def test_work_that_takes_longer_is_given_up() -> None:
    """The caller goes on, though the work has not ended."""
    forever = threading.Event()
    with pytest.raises(TimeoutError):
        deadline.within(0.01, forever.wait)
    forever.set()
