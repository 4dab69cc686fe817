"""Structured log lines on standard output, one JSON object each; never the content of a request."""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


def line(event: str, *, level: str = "info", **fields: Any) -> None:
    """Writes one line: `event`, a UTC time, the level and `fields`."""
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
