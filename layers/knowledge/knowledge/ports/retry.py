"""What optimistic locking asks of the loser: to look again, and to try again."""

from collections.abc import Callable
from typing import TypeVar

from knowledge.errors import Conflict, KnowledgeError

T = TypeVar("T")


def retried(
    attempt: Callable[[], T],
    *,
    on: type[KnowledgeError] = Conflict,
    attempts: int | None = None,
    seconds: float | None = None,
) -> T:
    """What `attempt` gives once it raises no `on` any more: called again and again, with growing, random waits.

    It must read anew what it depends on. After so many attempts, or seconds, what the last one raised is raised.
    """
    import stamina

    again = stamina.RetryingCaller(attempts, seconds, wait_initial=0.01, wait_max=0.5, wait_jitter=0.1)
    return again(on, attempt)
