"""What of an edit is worth quoting: where its two texts part."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from knowledge.text.strings import full_lines
from knowledge.transcripts import Edit, Turn

EDIT = 160  # characters of a text that an edit changes
LED = 40  # characters of a line before the first that differs, of which words stay to lead to it


def edits_made(turns: Sequence[Turn]) -> Iterator[tuple[Edit, ...]]:
    """The edits of each turn, none of one that failed; of a file that is written as a whole once more with what it was
    written as before, where nothing else changed it since."""
    written: dict[str, str] = {}
    for turn in turns:
        made = turn.edits if turn.failed is not True else ()
        yield tuple(replace(edit, old=written.get(edit.path, "")) if edit.is_whole else edit for edit in made)
        for edit in made:
            if edit.is_whole and edit.path:
                written[edit.path] = edit.new
            else:
                written.pop(edit.path, None)


def parted(old: str, new: str) -> tuple[str, str]:
    """Both texts from the first line on that differs, without the lines that end both; blanks around a line and blank
    lines are no difference."""
    before, after = full_lines(old), full_lines(new)
    common = _common(before, after)
    before, after = before[common:], after[common:]
    common = _common(before[::-1], after[::-1])
    return "\n".join(before[: len(before) - common]), "\n".join(after[: len(after) - common])


def from_difference(old: str, new: str) -> tuple[str, str]:
    """Two lines that begin alike from a few words before they part."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    start = old.rfind(" ", 0, alike - LED) + 1 if alike > LED else 0
    return (f"…{old[start:]}", f"…{new[start:]}") if start else (old, new)


def _common(lines: list[str], others: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(lines, others, strict=False)))
