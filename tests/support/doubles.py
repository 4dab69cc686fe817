"""Ports whose answers a test can foresee, and ports that fail or count."""

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from knowledge.ports.embedder import Passage, Side, alone

DIMENSIONS = 384


class Words:
    """An embedder whose similarity is that of the words: a direction for each, chosen by the model's name."""

    near_duplicate, floor = 0.95, 0.3
    sides: frozenset[Side] = frozenset()

    def __init__(self, model: str = "words", max_tokens: int = 256) -> None:
        self.model, self.max_tokens = model, max_tokens
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.embedded += texts
        return [self._vector(text) for text in texts]

    def embed_question(self, text: str) -> list[float]:
        return self.embed([text])[0]

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[list[float]]:
        return self.embed(alone(passages))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(re.findall(r"\w+|[^\w\s]", text)) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * DIMENSIONS
        for word in re.findall(r"\w+", text.lower()) or [""]:
            digest = hashlib.sha256(f"{self.model}:{word}".encode()).digest()
            vector[int.from_bytes(digest[:4], "big") % DIMENSIONS] += 1 if digest[4] % 2 else -1
        length = math.sqrt(sum(number * number for number in vector)) or 1.0
        return [number / length for number in vector] if any(vector) else [1.0] + [0.0] * (DIMENSIONS - 1)


class Killed(BaseException):
    """The process ends here: nothing in the product catches it."""


class Watched:
    """A port that notes the names of the calls made, and at a chosen one fails: before it or after it is done."""

    def __init__(
        self,
        port: Any,
        calls: list[str] | None = None,
        die: Callable[[int], str | None] | None = None,
        error: type[BaseException] = Killed,
    ) -> None:
        self._port, self._die, self._error = port, die or (lambda _: None), error
        self.calls = calls if calls is not None else []

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **options: self._watch(name, getattr(self._port, name), *args, **options)

    def _watch(self, name: str, method: Callable[..., Any], *args: Any, **options: Any) -> Any:
        self.calls.append(str(args[0]) if name == "call" else name)
        when = self._die(len(self.calls))
        if when == "before":
            raise self._error
        try:
            answer = method(*args, **options)
            return list(answer) if isinstance(answer, Iterator) else answer
        finally:
            if when == "after":  # whatever was answered, a refusal too, is lost
                raise self._error


class Jobs:
    """A queue that keeps its jobs in a list."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, jobs: Any) -> int:
        new = list(jobs)
        self.sent += new
        return len(new)


class NoFiles:
    """A tenant without any."""

    def text(self, path: str) -> None:
        """None."""

    def category_of(self, topic: str) -> None:
        """None."""

    def settled_category(self, topic: str, proposed: str) -> str:
        """The one that is proposed."""
        return proposed

    def persons_lines(self, path: str) -> frozenset[str]:
        """None."""
        return frozenset()

    def moved_lines(self, path: str) -> frozenset[str]:
        """None."""
        return frozenset()

    def is_by_person(self, path: str) -> bool:
        """No."""
        return False
