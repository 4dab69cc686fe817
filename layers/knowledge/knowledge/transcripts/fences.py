"""Which lines of a Markdown text stand in fenced code, in one pass."""

import re
from collections.abc import Sequence

# It may stand in a list; what follows it holds no backtick, or it is code within a line.
_FENCE = re.compile(r"^[ \t]{0,40}(?:(?:[-*+>]|\d{1,2}[.)]) [ \t]{0,40})?(`{3,}|~{3,})([^`\n]*)$")

_SHELLS = ("bash", "sh", "shell", "console")


class Fences:
    """Follows the lines of one text. A fence that is never closed is none: an answer may break off anywhere."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._marks = [_mark(line) for line in lines]
        self._longest = _longest_closings(self._marks)
        self._open: tuple[str, int] | None = None

    def holds(self, index: int) -> bool:
        """Whether line `index` is in a fence, or its first or last line; to be asked for every line, in order."""
        mark = self._marks[index]
        if self._open:
            if mark and mark[0] == self._open[0] and mark[1] >= self._open[1] and not mark[2]:
                self._open = None
            return True
        if mark and self._longest[index + 1].get(mark[0], 0) >= mark[1]:
            self._open = (mark[0], mark[1])
            return True
        return False

    @property
    def outside(self) -> bool:
        """Whether the line that was asked for last left no fence open."""
        return self._open is None

    def leave(self) -> None:
        """The text that the fence was in is over."""
        self._open = None


def ends_in_commands(text: str) -> bool:
    """Whether its last lines are a fence of a shell's commands, as an agent writes that has no other way to act."""
    body, closed, rest = text.rstrip().rpartition("\n```")
    opening = f"\n{body}".rpartition("\n```")[2].partition("\n")[0].strip()
    return bool(closed) and not rest and opening in _SHELLS


def unfenced(text: str) -> str:
    """What stands in the fence that the text is, whatever fences that holds; its last line may be cut off."""
    lines = text.strip().splitlines()
    fenced = len(lines) > 1 and lines[0].startswith("```")
    return "\n".join(lines[1:-1] if lines[-1].startswith("```") else lines[1:]) if fenced else text.strip()


def _mark(line: str) -> tuple[str, int, bool] | None:
    """The character of a fence, how many there are, and whether something is said of the code."""
    fence = _FENCE.match(line)
    return (fence[1][0], len(fence[1]), bool(fence[2].strip())) if fence else None


def _longest_closings(marks: Sequence[tuple[str, int, bool] | None]) -> list[dict[str, int]]:
    """For each line, how long the longest closing from there on is, by character."""
    longest: list[dict[str, int]] = [{}]
    for mark in reversed(marks):
        last = longest[-1]
        closes = mark is not None and not mark[2] and mark[1] > last.get(mark[0], 0)
        longest.append({**last, mark[0]: mark[1]} if mark and closes else last)
    return longest[::-1]
