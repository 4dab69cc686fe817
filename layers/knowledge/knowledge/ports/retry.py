"""The one way of trying again: optimistic locking asks it of the loser, and a busy service of whoever calls it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from knowledge.errors import Conflict, Unavailable

T = TypeVar("T")

ATTEMPTS = 5  # of a call that others rolled back
ROLLED_BACK = ("40001", "40P01")  # what cannot be serialized, and deadlocks


@dataclass(frozen=True)
class Waits:
    """Seconds between two attempts: at first, at most, and what chance adds at most. They double each time."""

    first: float
    longest: float
    jitter: float


FOR_OTHERS = Waits(first=0.01, longest=0.5, jitter=0.1)  # who was faster is done in milliseconds
FOR_A_SERVICE = Waits(first=0.2, longest=2.0, jitter=1.0)  # an endpoint over the network that is busy, or just restarts


def retried(
    attempt: Callable[[], T],
    *,
    on: type[Exception] | Callable[[Exception], bool] = Conflict,
    attempts: int | None = None,
    seconds: float | None = None,
    waits: Waits = FOR_OTHERS,
) -> T:
    """What `attempt` gives once it raises no `on` any more: called again and again, with growing, random waits.

    `on` is an error's class, or says of one whether the same attempt may succeed a moment later. `attempt` must read
    anew what it depends on. After so many attempts, or seconds, what the last one raised is raised.
    """
    import stamina

    again = stamina.RetryingCaller(
        attempts, seconds, wait_initial=waits.first, wait_max=waits.longest, wait_jitter=waits.jitter
    )
    return again(on, attempt)


def once_more(call: Callable[[], T]) -> T:
    """What a call of the database gives, repeated where it and another waited for each other: all of it was undone."""
    try:
        return call()
    except Unavailable as error:
        if not _is_rolled_back(error):
            raise
    return retried(call, on=_is_rolled_back, attempts=ATTEMPTS)


def _is_rolled_back(error: Exception) -> bool:
    """By the SQLSTATE of what caused it, as psycopg and PostgREST name it."""
    cause = error.__cause__
    return (getattr(cause, "sqlstate", None) or getattr(cause, "code", None)) in ROLLED_BACK
