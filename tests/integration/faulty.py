"""A port that fails once."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from knowledge.errors import KnowledgeError, Unavailable


class Faulty:
    """Does what `port` does, but raises `Unavailable` at the call of that number: before it, or after, its answer lost."""

    def __init__(self, port: Any, number: int, *, lost: bool) -> None:
        self._port, self._number, self._lost = port, number, lost
        self._calls = 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._port, name)

        def call(*arguments: Any, **named: Any) -> Any:
            self._calls += 1
            if self._calls - 1 != self._number:
                return method(*arguments, **named)
            if self._lost:
                with suppress(KnowledgeError):
                    method(*arguments, **named)
            raise Unavailable

        return call
