"""The one way of trying again: optimistic locking asks it of the loser, and a busy service of whoever calls it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from knowledge.errors import Conflict

T = TypeVar("T")


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
