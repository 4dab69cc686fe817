"""How long each stage of the request under way took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
