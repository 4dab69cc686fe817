"""Changes of code in words: which lines became which."""

import re
from collections.abc import Sequence

from knowledge.text.strings import in_backticks, one_line
from knowledge.transcripts.diff import ChangedBlock, PatchedFile

_MAX_LINES, _MAX_CODE, _MAX_PARTS = 4, 200, 3
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
# Lines that change no behaviour, or only make another possible.
_SILENT = re.compile(r"\s*(?:#(?!\[)|//|\*|/\*|\"\"\"|'''|import\b|from \S+ import|using |#include|\W*$)")
_COMMENT = re.compile(r"(?<=\s)(?:#|//)\s.*$")  # `retries = 3  # as the vendor asks`: the comment


def described(file: PatchedFile) -> str:
    """All that was done to the file's code: `in "path" (name), "old" became "new"`; "" where it is more than three
    parts, or one of them cannot be quoted in a line or two: what is left out may be what mattered."""
    blocks = [block for block in file.blocks if _changes_code(block)]
    parts = [_part(block, file.blocks) for block in blocks]
    if not parts or not all(parts) or len(parts) > _MAX_PARTS:
        return ""
    names = list(dict.fromkeys(block.inside for block in blocks if block.inside))
    inside = f" (`{'`, `'.join(names)}`)" if names else ""
    return f"in `{file.path}`{inside} {', and '.join(parts)}"


def changes_code(file: PatchedFile) -> bool:
    """Whether more than comments and imports are changed in it."""
    return any(map(_changes_code, file.blocks))


def _changes_code(block: ChangedBlock) -> bool:
    return bool(_code_lines(block.removed) or _code_lines(block.added))


def _part(block: ChangedBlock, others: Sequence[ChangedBlock]) -> str:
    removed, added = _code_lines(block.removed), _code_lines(block.added)
    old, new = _quoted(block.removed, block.before), _quoted(block.added, block.before)
    if any(
        (added and _is_same(_code_lines(other.removed), added))
        or (removed and _is_same(_code_lines(other.added), removed))
        for other in others
    ):
        return ""  # moved, or quoted otherwise
    if old and new:
        return f"{old} became {new}"
    if new and not removed:
        return f"{new} was added"
    if old and not added:
        return f"{old} was removed"
    return ""


def _quoted(lines: Sequence[str], before: Sequence[str]) -> str:
    """The lines as one piece of code, with the line before where they go on in brackets, if few and short."""
    telling = _code_lines(lines) if not any('"""' in line for line in lines) else []
    for above in range(min(len(before), 2) + 1):
        code = one_line(" ".join([*_code_lines(before[len(before) - above :]), *telling]))
        if _is_balanced(code):
            fits = 0 < len(telling) <= _MAX_LINES and 3 <= len(code) <= _MAX_CODE
            return in_backticks(code) if fits else ""
    return ""


def _is_balanced(code: str) -> bool:
    return sum(_BRACKETS.get(char, 0) for char in code) == 0


def _code_lines(lines: Sequence[str]) -> list[str]:
    return [_COMMENT.sub("", line).strip() for line in lines if not _SILENT.match(line)]


def _is_same(one: Sequence[str], other: Sequence[str]) -> bool:
    return [line.replace("'", '"') for line in one] == [line.replace("'", '"') for line in other]
