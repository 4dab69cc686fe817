"""Characters of a prompt, spent on what matters most; and account of what was left out."""

from collections.abc import Sequence
from typing import TypeVar

from knowledge.usecases.user_memory.models import LeftOut

T = TypeVar("T")


class Budget:
    """So many characters, for blocks with an empty line between them."""

    def __init__(self, characters: int) -> None:
        self.left = characters
        self.left_out: list[LeftOut] = []

    def spend(self, text: str) -> None:
        """Takes the room of a block, or of what stands around its lines."""
        self.left -= len(text) + 2

    def fill(self, items: Sequence[T], lines: Sequence[str], what: str, room: int | None = None) -> list[T]:
        """Those items whose lines fit into `room`, or into all that is left; the others are noted as left out."""
        room = self.left if room is None else min(room, self.left)
        taken = []
        for item, line in zip(items, lines, strict=True):
            if len(line) < room:
                room -= len(line) + 1
                self.left -= len(line) + 1
                taken.append(item)
        if missing := len(items) - len(taken):
            self.left_out.append(LeftOut(what=f"{missing} of {what}", why=f"{room} characters are left"))
        return taken
