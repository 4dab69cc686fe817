"""Small changes to any text."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

_TITLE = 90  # characters
MOST_REPEATED = 16  # times the same character: more is no word of any language, and no number

# Characters that nobody sees, by which a word looks like another, or a text like none: soft hyphens, joiners,
# directions, fillers of Hangul and Khmer, the blanks of Braille and of hieroglyphs, variation selectors, tags.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U00013441\U00013442\U000e0000-\U000e0fff]"
)

# A clause ends at a comma before a space, `1,204` goes on; scripts without spaces have marks of their own.
_CLAUSE, _SPACE = re.compile(r"[,;:]\s+|[，；：、。！？]"), re.compile(r"\s+")

_SPELLED = {"+": "plus", "#": "sharp"}
_END_SIGNS = re.compile(r"(?<=[^\W_])[+#]{1,4}(?![\w+#])")

_TICKS = re.compile(r"`+")
_ESCAPED = re.compile(r"\\([|\\])")  # `a \| b`: a pipe, or a backslash, that belongs to the text

# What links to a file: `[[ -f a ]]` is a shell's test.
_LINK = re.compile(r"\[\[([^\[\]\s]{0,300}(?:/|\.md)[^\[\]\n]{0,300})\]\]")


def with_spelled_signs(name: str) -> str:
    """The name with the signs in words that end a word of it, by which alone some names differ: `C++`, `C#`, `A+`."""
    return _END_SIGNS.sub(lambda signs: "".join(f" {_SPELLED[sign]}" for sign in signs[0]), name)


def capitalised(text: str) -> str:
    """The text with a capital; not where its first word is written as a name: `iOS build`, `redshift-2`."""
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    is_name = any(char.isupper() or char.isdigit() for char in word)
    return text if is_name else text[:1].upper() + text[1:]


def as_whole(text: str) -> str:
    """A pattern of the text where it neither begins nor ends within a word or a number."""
    # No \b: a text may begin or end with a sign (`$29`, `10 %`); and `29` is no part of `1,029` or of `29.5`.
    return rf"(?<!\w)(?<!\d[.,]){re.escape(text)}(?!\w)(?![.,]\d)"


def one_line(text: str) -> str:
    """The text on one line, with single spaces."""
    return " ".join(text.split())


def full_lines(text: str) -> list[str]:
    """The lines that hold something, each with single spaces."""
    return list(filter(None, map(one_line, text.splitlines())))


def in_backticks(code: str) -> str:
    """The code between more backticks than it has together itself, as Markdown has it; "" of nothing."""
    fence = "`" * (max(map(len, _TICKS.findall(code)), default=0) + 1)
    space = " " if "`" in code else ""
    return f"{fence}{space}{code}{space}{fence}" if code else ""


def abbreviated(text: str, limit: int) -> str:
    """The text, or where it has over `limit` characters its first words and an ellipsis."""
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + "…"


def short_line(text: str) -> str:
    """The text on one line that has room in a title: its first clauses, else its first words."""
    line = one_line(text)
    return line if len(line) <= _TITLE else line[: _cut(line, _TITLE)].rstrip(" ,;:，；：、") + "…"


def portions(text: str, limit: int) -> Iterator[str]:
    """The text in parts of at most `limit` characters: cut behind a clause, else between words, and not within code
    between backticks where that can be helped."""
    while len(text) > limit:
        cut = _cut(text, limit)
        yield text[:cut].rstrip()
        text = text[cut:].lstrip()
    yield text


def _cut(text: str, limit: int) -> int:
    for boundary in (_CLAUSE, _SPACE):
        ends = (end.end() for end in boundary.finditer(text, limit // 2, limit))
        if outside := [end for end in ends if text.count("`", 0, end) % 2 == 0]:
            return outside[-1]
    return limit


def encodable(text: str) -> str:
    """The text with `?` for each lone surrogate, which UTF-8 does not know."""
    return text.encode("utf-8", "replace").decode("utf-8")


def with_pipes_escaped(text: str) -> str:
    """The text as a field between pipes can carry it: a backslash before each pipe and backslash."""
    return text.replace("\\", r"\\").replace("|", r"\|")


def with_pipes_plain(text: str) -> str:
    """The text that was escaped."""
    return _ESCAPED.sub(r"\1", text)


def without_links(text: str) -> str:
    """The text with each link `[[path/of/a/file]]` as its path alone: links are the product's own to set."""
    return _LINK.sub(r"\1", text)


def has_words(text: str) -> bool:
    """Whether it says anything: a letter or a digit is seen in it, and no single one is all that is, over and over."""
    characters = [char for char in INVISIBLE.sub("", text).casefold() if char.isalnum()]
    return len(set(characters)) > 1 or 0 < len(characters) <= MOST_REPEATED


T = TypeVar("T")


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of `size`, the last perhaps shorter: `itertools.batched`, which Python has from 3.12 on."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def batched_to_the_last(items: Iterable[T], size: int) -> Iterator[tuple[list[T], bool]]:
    """The items in lists of at most `size`, each with whether it is the last; where there are none, an empty one."""
    rest = iter(items)
    batch = list(islice(rest, size))
    while following := list(islice(rest, size)):
        yield batch, False
        batch = following
    yield batch, True
