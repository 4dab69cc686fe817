"""Small changes to any text."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

MOST_REPEATED = 16  # times the same character: more is no word of any language, and no number

# What links to a file: `[[ -f a ]]` is a shell's test.
_LINK = re.compile(r"\[\[([^\[\]\s]{0,300}(?:/|\.md)[^\[\]\n]{0,300})\]\]")


def one_line(text: str) -> str:
    """The text on one line, with single spaces."""
    return " ".join(text.split())


def abbreviated(text: str, limit: int) -> str:
    """The text, or where it has over `limit` characters its first words and an ellipsis."""
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + "…"


def encodable(text: str) -> str:
    """The text with `?` for each lone surrogate, which UTF-8 does not know."""
    return text.encode("utf-8", "replace").decode("utf-8")


def without_links(text: str) -> str:
    """The text with each link `[[path/of/a/file]]` as its path alone: links are the product's own to set."""
    return _LINK.sub(r"\1", text)


def has_words(text: str) -> bool:
    """Whether it says anything: a letter or a digit stands in it, and no single one is all that does, over and over."""
    characters = [char for char in text.casefold() if char.isalnum()]
    return len(set(characters)) > 1 or 0 < len(characters) <= MOST_REPEATED


T = TypeVar("T")


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of `size`, the last perhaps shorter: `itertools.batched`, which Python has from 3.12 on."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch
