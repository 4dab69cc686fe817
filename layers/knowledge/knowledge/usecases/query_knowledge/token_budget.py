"""Spends a number of tokens on what matters most, and keeps account of what was left out."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel

from knowledge.text import prompt_block


class Counter(Protocol):
    """What counts a text's tokens: an embedder does."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """The tokens of each text."""
        ...


class LeftOut(BaseModel):
    """Something that belongs to the answer and is not in it: `tokens` it would have taken, and why it is not there."""

    what: str
    tokens: int
    why: str


class Budget:
    """Lines of a prompt's block, as many as fit into `max_tokens` together with what is around them."""

    def __init__(self, max_tokens: int, counter: Counter) -> None:
        self._counter = counter
        self._frame = self._size([prompt_block.block([""])])
        self._left = max_tokens - self._frame
        self._max = max_tokens
        self.lines: list[str] = []
        self.left_out: list[LeftOut] = []

    @property
    def left(self) -> int:
        """The tokens that are not spent yet."""
        return self._left

    @property
    def spent(self) -> int:
        """The tokens of `formatted`, or a few more."""
        return self._max - self._left if self.lines else 0

    @property
    def formatted(self) -> str:
        """The block for the prompt; "" where nothing fitted."""
        return prompt_block.block(self.lines)

    def take(self, what: str, lines: Sequence[str], within: int | None = None) -> bool:
        """Adds the lines if all fit, into `within` tokens where that is less than what is left."""
        tokens = self._size(lines)
        room = self._left if within is None else min(within, self._left)
        if tokens > room:
            self.leave_out(what, f"{tokens} tokens do not fit into the {max(room, 0)} left", tokens)
            return False
        self.lines += lines
        self._left -= tokens
        return True

    def fill(self, items: Sequence[Sequence[str]], within: int) -> int:
        """Adds the items' lines, in order, until one does not fit into `within` tokens; how many items it took."""
        room = min(within, self._left)
        for taken, lines in enumerate(items):
            tokens = self._size(lines)
            if tokens > room:
                return taken
            self.lines += lines
            self._left -= tokens
            room -= tokens
        return len(items)

    def leave_out(self, what: str, why: str, tokens: int = 0) -> None:
        """Says that something is not there."""
        self.left_out.append(LeftOut(what=what, tokens=tokens, why=why))

    def _size(self, lines: Sequence[str]) -> int:
        """Each line with its line break: no tokenizer counts lines joined as more than the lines one by one."""
        return sum(self._counter.count_tokens([f"{line}\n" for line in lines]))
