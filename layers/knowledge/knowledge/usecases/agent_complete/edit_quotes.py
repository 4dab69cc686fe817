"""What of an edit is worth quoting: where its two texts part."""

from itertools import takewhile

LED = 40  # characters of a line before the first that differs, of which words stay to lead to it


def parted(old: str, new: str) -> tuple[str, str]:
    """Both texts from the first line on that differs, without the lines that end both; blanks around a line and blank
    lines are no difference."""
    before, after = _lines(old), _lines(new)
    common = _common(before, after)
    before, after = before[common:], after[common:]
    common = _common(before[::-1], after[::-1])
    return "\n".join(before[: len(before) - common]), "\n".join(after[: len(after) - common])


def from_difference(old: str, new: str) -> tuple[str, str]:
    """Two lines that begin alike from a few words before they part."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    start = old.rfind(" ", 0, alike - LED) + 1 if alike > LED else 0
    return (f"…{old[start:]}", f"…{new[start:]}") if start else (old, new)


def _lines(text: str) -> list[str]:
    return [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]


def _common(lines: list[str], others: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(lines, others, strict=False)))
