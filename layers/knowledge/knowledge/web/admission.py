"""Limits the requests that one process handles at a time; further ones are refused at once, with a Retry-After."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from knowledge.errors import Throttled

REQUESTS = 64  # at once in one process; on two cores a ninth request only makes all wait, 64 still end in time
BODIES = 16  # being read at once: together at most 96 MB


@dataclass
class Admission:
    """Counts what is under way in one event loop, which needs no lock."""

    limit: int
    what: str
    under_way: int = 0

    @contextmanager
    def admit(self) -> Iterator[None]:
        """Holds a place. Raises `Throttled` where none is left."""
        if self.under_way >= self.limit:
            raise Throttled(f"{self.limit} {self.what} are under way here; repeat after Retry-After seconds.")
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1
