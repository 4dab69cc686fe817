"""Structured log lines on standard output, one JSON object each; never the content of a request."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


def log_line(event: str, *, level: str = "info", **fields: Any) -> None:
    """Writes one line: `event`, a UTC time, the level and `fields`.

    Where nobody takes it (a full disk, a closed pipe) it is lost: what is told of an answer never breaks the answer.
    """
    with suppress(OSError, ValueError):  # the latter where the stream is closed
        getattr(_logger(), level)(event, **fields)


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
