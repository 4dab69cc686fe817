"""What an item names, and what of it a log does not have."""

import re
from collections.abc import Sequence, Set
from itertools import islice

from knowledge.text.grounding import has_form, ungrounded
from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import identifiers
from knowledge.text.numerals import in_figures
from knowledge.text.strings import one_line

_CODE = re.compile(r"`([^`]+)`")
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*")  # 8090, 1,200.50 and 10:30; not the 2 of v2
_SPELLED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
# A word that begins a sentence has its capital from there; code stays as it is.
_FIRST = re.compile(r"`[^`]*`|(?:^|[.:;!?] )[A-Z](?=[a-z]+\b)")
# A dotted name or a call, whose parts a log often has apart: `Vector.__add__(0)`. No file, no command.
_MEMBER = re.compile(r"(?!\d)\w+(?:(?:\.|::)\w+)+(?:\([^()]*\))?|\w+\([^()]*\)")
# Where English has a thing's name, and a common noun would have an article before it; nothing else of an item is judged
# word by word, since it may say in its own words what the log shows.
_NAME_PLACES = [
    re.compile(place)
    for place in (
        r"\b[Rr]un(?:s|ning)? ([a-z]{2,})\b",  # `run npm publish`
        r"(?:^|[.!?] )([a-z]{3,}) ",  # a sentence that begins small: `kubectl rollout restarts …`
        r"\b[Tt]he [a-z]+ ([a-z]{3,})(?<!ly)(?<!s)(?<!ed)(?<!ing) [a-z]{3,}s\b",  # `the function recompute rounds`
        # `kept in redis and`, `use poetry to`, `cached by memcached.`
        r"\b(?:in|from|with|via|on|into|through|by|[Uu]s(?:e|es|ing)) ([a-z]{3,})(?<!ing)"
        r"(?=[.,;:)]|$| (?:and|or|but|when|for|to|in|on|because|if|before|after|since|as|is|are|was)\b)",
        # `Alice asked for …`: a person's name begins the sentence; `nobody`, `everyone`, `neither` are none
        r"(?:^|[.;:] )([A-Z][a-z]{2,})(?<!s)(?<!ing)(?<!ly)(?<!body)(?<!one)(?<!ther) "
        r"(?:[a-z]+ed|said|told|wrote|wants) (?:an?|the|that|to|for|us|me|not|it|in|on|about|whether)\b",
    )
]
_ELISION = re.compile(r"\.{3}|…")
_LEFT_OUT, _TRIED = 300, 1000  # characters that a quotation leaves out, and places where it may begin, at most
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e)\.", re.I)
# `app.py`: an ending of four small letters at most; `app.config` is a member.
_FILE = re.compile(r".*\.[a-z]{1,4}")


def names(item: str) -> list[str]:
    """The code, identifiers and numbers of the item."""
    bare = _ABBREVIATION.sub(" ", _CODE.sub(" ", item))
    return [*_CODE.findall(item), *identifiers(bare), *NUMBER.findall(bare)]


def lacking(item: str, source: str) -> list[str]:
    """The files, functions, commands, numbers and proper names of the item that the source does not have."""
    folded_source = folded(source)
    missing = ungrounded(_FIRST.sub(_without_capital, _ABBREVIATION.sub(" ", item)), source)
    inside = [code for code in _CODE.findall(item) if not _is_bounded(folded(code), folded_source)]
    return [
        name for name in dict.fromkeys([*missing, *inside]) if not (_is_loose(name) and stands(name, folded_source))
    ]


def bare_names(item: str, words: Set[str]) -> list[str]:
    """What stands bare in the place of a name and is, in any form, none of the `words` that the log has."""
    prose = _CODE.sub("`", item)
    named = (name[1] for place in _NAME_PLACES for name in place.finditer(prose))
    return [name for name in dict.fromkeys(named) if content_words(name) and not has_form(name.casefold(), words)]


def spelled(item: str) -> dict[str, str]:
    """The numerals of the item, by the figure that each says."""
    return {figure: word for word in _SPELLED.findall(item) if (figure := in_figures(word)) != word}


def stands(name: str, source: str) -> bool:
    """Whether the source, `folded`, has the name, also inside a longer one; a number alone, of a member each part.

    Of a quotation that leaves something out (`set items of ...`) it has what is quoted, in that order.
    """
    sought = folded(name)
    if _ELISION.search(sought):
        return _stands_in_parts([part.strip() for part in _ELISION.split(sought) if part.strip()], source)
    if NUMBER.fullmatch(sought):
        return bool(re.search(rf"(?:(?<![^\W_])|(?<=\bv))(?<!\d[.,:-]){re.escape(sought)}(?!\d)", source))
    parts = re.findall(r"\w+", sought) if _is_member(name) else [sought]
    return sought in source or all(part in source for part in parts)


def _stands_in_parts(parts: Sequence[str], source: str) -> bool:
    """Whether the parts stand there in their order, each not far behind the one before; by the first places alone."""
    places = (match.end() for match in re.finditer(re.escape(parts[0]), source)) if parts else iter(())
    return any(_is_continued(parts[1:], source, end) for end in islice(places, _TRIED))


def _is_continued(parts: Sequence[str], source: str, end: int) -> bool:
    for part in parts:
        at = source.find(part, end, end + _LEFT_OUT + len(part))
        if at < 0:
            return False
        end = at + len(part)
    return True


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
