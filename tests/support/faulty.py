"""A port that fails once."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from knowledge.errors import KnowledgeError, Unavailable


class Faulty:
    """Does what `port` does, but loses the answer to the call of that number, from 0 on, and raises `Unavailable`.

    A call that is not made at all leaves what losing the answer to the one before it does.
    """

    def __init__(self, port: Any, number: int) -> None:
        self._port, self._number = port, number
        self._calls = 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._port, name)

        def call(*arguments: Any, **named: Any) -> Any:
            self._calls += 1
            if self._calls - 1 != self._number:
                return method(*arguments, **named)
            with suppress(KnowledgeError):
                method(*arguments, **named)
            raise Unavailable

        return call
