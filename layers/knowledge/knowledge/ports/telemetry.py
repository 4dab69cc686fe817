"""Structured log lines on standard output, one JSON object each; never the content of a request."""

import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


PATIENCE = 50  # milliseconds for which a line waits until it is taken


def log_line(event: str, *, level: str = "info", **fields: Any) -> None:
    """Writes one line: `event`, a UTC time, the level and `fields`.

    Where nobody takes it (a full disk, a closed pipe, or one that is full and not read) it is lost: what is told of an
    answer never breaks the answer, nor holds it up.
    """
    with suppress(OSError, ValueError):  # the latter where the stream is closed
        if _is_taken():
            getattr(_logger(), level)(event, **fields)


def _is_taken() -> bool:
    """Whether standard output takes a line now; what is none of the system's files always does."""
    if sys.stdout is None:  # the process was started without
        return False
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return True
    output = select.poll()
    output.register(number, select.POLLOUT)
    return bool(output.poll(PATIENCE))


@cache
def _logger() -> "FilteringBoundLogger":
    import structlog

    from knowledge.settings import settings

    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(settings().log_level),
    )
    return logger


_stages: ContextVar[dict[str, float] | None] = ContextVar("stages", default=None)


@contextmanager
def measured() -> Iterator[dict[str, float]]:
    """Collects, while it is open, the milliseconds that each `stage` inside it takes."""
    stages: dict[str, float] = {}
    token = _stages.set(stages)
    try:
        yield stages
    finally:
        _stages.reset(token)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Adds the time spent inside to the stage `name`; outside of `measured` it does nothing."""
    start = time.perf_counter()
    try:
        yield
    finally:
        stages = _stages.get()
        if stages is not None:
            stages[name] = stages.get(name, 0.0) + (time.perf_counter() - start) * 1000
