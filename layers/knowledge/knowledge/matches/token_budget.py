"""Spends a prompt's room on what matters most, and keeps account of what was left out."""

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Size:
    """Room in a prompt, or what something takes of it."""

    tokens: int = 0
    characters: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(self.tokens + other.tokens, self.characters + other.characters)

    def __sub__(self, other: "Size") -> "Size":
        return Size(self.tokens - other.tokens, self.characters - other.characters)

    def __mul__(self, share: float) -> "Size":
        return Size(int(self.tokens * share), int(self.characters * share))

    def within(self, other: "Size") -> "Size":
        """As much of it as there is in the other."""
        return Size(min(self.tokens, other.tokens), min(self.characters, other.characters))

    def holds(self, other: "Size") -> bool:
        """Whether the other has room in it."""
        return other.tokens <= self.tokens and other.characters <= self.characters


class Budget:
    """Lines of a prompt's block, as many as fit into `room` together with what is around them."""

    def __init__(self, room: Size, counter: Counter) -> None:
        self.counter, self._room = counter, room
        self.left = room - self.sizes([[prompt_block.block([""])]])[0]
        self.lines: list[str] = []
        self.left_out: list[LeftOut] = []

    @property
    def spent(self) -> int:
        """The tokens of `formatted`, or a few more."""
        return self._room.tokens - self.left.tokens if self.lines else 0

    @property
    def formatted(self) -> str:
        """The block for the prompt; "" where nothing fitted."""
        return prompt_block.block(self.lines)

    def sizes(self, groups: Sequence[Sequence[str]]) -> list[Size]:
        """What each group of lines takes: no tokenizer counts lines joined as more than the lines one by one."""
        texts = [f"{line}\n" for lines in groups for line in lines]
        sizes = iter(map(Size, self.counter.count_tokens(texts), map(len, texts)))
        return [sum((next(sizes) for _ in lines), Size()) for lines in groups]

    def add(self, lines: Sequence[str], size: Size) -> None:
        """Adds lines of a known size."""
        self.lines += lines
        self.left -= size

    def take(self, what: str, lines: Sequence[str], within: Size | None = None) -> Size | None:
        """Adds the lines if all fit into what is left, and into `within`; what they took."""
        [size] = self.sizes([lines])
        if not self.left.holds(size) or (within and not within.holds(size)):
            self.leave_out(what, "it does not fit", size.tokens)
            return None
        self.add(lines, size)
        return size

    def leave_out(self, what: str, why: str, tokens: int = 0) -> None:
        """Says that something is not there."""
        self.left_out.append(LeftOut(what=what, tokens=tokens, why=why))
