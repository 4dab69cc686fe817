"""Statements that open with the name of what they are about: a table's row, `Ovens — Price: 31,000 EUR`, or an item
with a link before it, `[Ovens](https://…): They are cold.`"""

import re

from knowledge.text.keywords import content_words
from knowledge.text.statements.subjects import stem

_TITLE = re.compile(r"(?:\[(?P<link>[^\[\]\n]{1,200})\]\([^()\s]{1,1000}\): |(?P<row>[^—\n]{1,100}) — [^:—\n]{1,60}: )")


def are_under_two_titles(one: str, other: str) -> bool:
    """Whether either opens with a name of which the other has no word."""
    return _is_beside(one, other) or _is_beside(other, one)


def title(statement: str) -> str:
    """The name with which it opens; '' where it opens with none."""
    match = _TITLE.match(statement)
    return (match["link"] or match["row"]) if match else ""


def _is_beside(titled: str, other: str) -> bool:
    name = _stems(title(titled))
    return bool(name) and name.isdisjoint(_stems(other))


def _stems(text: str) -> set[str]:
    return set(map(stem, content_words(text)))
