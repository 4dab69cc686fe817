"""What an item names, and what of it a log does not have."""

import re

from knowledge.text.grounding import ungrounded
from knowledge.text.near_duplicates import identifiers
from knowledge.text.strings import one_line

_CODE = re.compile(r"`([^`]+)`")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*")  # 8090, 1,200.50 and 10:30; not the 2 of v2
# A word that begins a sentence has its capital from there; code stays as it is.
_FIRST = re.compile(r"`[^`]*`|(?:^|[.:;!?] )[A-Z](?=[a-z]+\b)")
# A dotted name or a call, whose parts a log often has apart: `Vector.__add__(0)`. No file, no command.
_MEMBER = re.compile(r"(?!\d)\w+(?:(?:\.|::)\w+)+(?:\([^()]*\))?|\w+\([^()]*\)")
# `app.py`: an ending of four small letters at most; `app.config` is a member.
_FILE = re.compile(r".*\.[a-z]{1,4}")


def names(item: str) -> list[str]:
    """The code, identifiers and numbers of the item."""
    bare = _CODE.sub(" ", item)
    return [*_CODE.findall(item), *identifiers(bare), *_NUMBER.findall(bare)]


def lacking(item: str, source: str) -> list[str]:
    """The files, functions, commands, numbers and proper names of the item that the source does not have."""
    folded_source = folded(source)
    missing = ungrounded(_FIRST.sub(_without_capital, item), source)
    inside = [code for code in _CODE.findall(item) if not _is_bounded(folded(code), folded_source)]
    return [
        name for name in dict.fromkeys([*missing, *inside]) if not (_is_loose(name) and stands(name, folded_source))
    ]


def stands(name: str, source: str) -> bool:
    """Whether the source, `folded`, has the name, also inside a longer one; or of a member each part."""
    sought = folded(name)
    parts = re.findall(r"\w+", sought) if _is_member(name) else [sought]
    return sought in source or all(part in source for part in parts)


def folded(text: str) -> str:
    """The text as names are compared: on one line, without letter case."""
    return one_line(text).casefold()


def _is_bounded(name: str, source: str) -> bool:
    """Whether it stands there by itself: `vector.py` is not `test_vector.py`."""
    return bool(re.search(rf"(?:(?<!\w)|(?!\w)){re.escape(name)}(?:(?!\w)|(?<!\w))", source))


def _without_capital(word: re.Match[str]) -> str:
    return word[0] if word[0].startswith("`") else word[0].lower()


def _is_loose(name: str) -> bool:
    """Whether the name is a mere word, or one whose parts may stand apart."""
    return name.isalpha() or _is_member(name)


def _is_member(name: str) -> bool:
    return bool(_MEMBER.fullmatch(name)) and not _FILE.fullmatch(name)
