"""The fields that the body of a report has: of JSON, or the lines of names and values of a text."""

import re
from itertools import groupby
from typing import Any

_FIELD = re.compile(r"(?P<name>[\w-][\w -]{0,39}): +(?P<value>\S.*)")
_BLOCK = 2  # lines of names and values one below another, which are none by chance
_SEVERAL, _PROSE = 3, 6  # sentences, and blanks of each, from which on a person wrote the text
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


def fields_of(content: Any) -> Any:
    """JSON as it is; of a text the fields in its lines."""
    return [{name.lower(): value} for name, value in in_lines(content)] if isinstance(content, str) else content


def in_lines(text: str) -> list[tuple[str, str]]:
    """The lines of a text that are names and values: all, or those that stand together, above or below a sentence.

    What a person wrote at length has labels, and no fields.
    """
    fields = (_FIELD.fullmatch(line) for block in _blocks(text) for line in block)
    return [(field["name"], field["value"]) for field in fields if field]


def apart(text: str) -> str:
    """The text with its fields apart from the sentences above and below them."""
    fields = [line for block in _blocks(text) for line in block]
    parts = groupby(text.splitlines(), key=lambda line: line.strip() in fields)
    return "\n\n".join("\n".join(part) for _, part in parts) if fields else text


def _blocks(text: str) -> list[list[str]]:
    """The lines of names and values, those below one another together."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    parts = [(is_field, list(part)) for is_field, part in groupby(lines, key=lambda line: bool(_FIELD.fullmatch(line)))]
    prose = sum(sentence.count(" ") >= _PROSE for sentence in _SENTENCE.split(text))
    if all(is_field for is_field, _ in parts):
        return [part for _, part in parts]
    return [part for is_field, part in parts if is_field and len(part) >= _BLOCK and prose < _SEVERAL]
