"""Changes that put the same thing for the same other in several places: a rename, a bump of a version."""

import re
from collections.abc import Iterable

from knowledge.transcripts.diff import ChangedBlock

_WORD = re.compile(r"\w[\w./:-]*")
_LITERALS = frozenset({"true", "false", "none", "null", "nil", "undefined"})
_NUMBER = re.compile(r"\d+")


def is_replacement(blocks: Iterable[ChangedBlock]) -> bool:
    """Whether two of the blocks put the same words for the same others, whatever their numbers: who searches for these
    finds all places, and some tell nothing."""
    pairs = [pair for block in blocks for pair in _replaced(block)]
    return len(pairs) > len(set(pairs))


def _replaced(block: ChangedBlock) -> set[tuple[str, str]]:
    """The words that became others, where all others stand as they stood."""
    old, new = _words(block.removed), _words(block.added)
    if len(old) != len(new):
        return set()
    changed = ((one, other) for one, other in zip(old, new, strict=True) if one != other)
    return {(_form(one), _form(other)) for one, other in changed if _is_name(one)}


def _is_name(word: str) -> bool:
    """Whether it says what it is of: a figure, with its unit or without, and a literal may be anything's."""
    return not word[0].isdigit() and word.rstrip("./:-").lower() not in _LITERALS


def _words(lines: Iterable[str]) -> list[str]:
    return _WORD.findall("\n".join(lines))


def _form(word: str) -> str:
    return _NUMBER.sub("0", word)
