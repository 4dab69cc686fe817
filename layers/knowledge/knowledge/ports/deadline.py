"""How long a request may still take, where its host ends it after a time, as Lambda does."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")

_end: ContextVar[float | None] = ContextVar("end", default=None)


@contextmanager
def of_invocation(context: Any) -> Iterator[None]:
    """While it is open, `remaining` is what Lambda's context says; nothing where the context does not know."""
    milliseconds = getattr(context, "get_remaining_time_in_millis", None)
    token = _end.set(monotonic() + milliseconds() / 1000 if milliseconds else None)
    try:
        yield
    finally:
        _end.reset(token)


def remaining() -> float | None:
    """The seconds until the host ends the request under way, or None where it never does."""
    end = _end.get()
    return None if end is None else max(0.0, end - monotonic())


def within(seconds: float, work: Callable[[], T]) -> T:
    """What `work` gives or raises. Raises `TimeoutError` after `seconds`, however slowly it still gets on.

    A client's own timeouts are for each step: an endpoint that sends a byte now and then meets none of them. What was
    given up goes on in a thread that nobody waits for.
    """
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return outcome.result(seconds)
