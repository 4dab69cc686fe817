"""JSON and JSON Lines → text: a list is read as records, anything else as paths and values."""

import json
from collections.abc import Iterator
from typing import Any

from knowledge import errors
from knowledge.documents.encoding import decode
from knowledge.documents.limits import MAX_ROWS, MAX_TEXT_CHARACTERS
from knowledge.documents.models import Document, Section
from knowledge.documents.rows import row_section, short_name


def read(title: str, media_type: str, content: bytes) -> Document:
    """A section a record of a list, or one a top-level key of an object."""
    value = _parsed(decode(content), "The file")
    if isinstance(value, list):
        return _records(title, media_type, value)
    sections = list(_keys(title, value)) if isinstance(value, dict) else [Section(_shown(value), (title,))]
    return Document(title, media_type, _within_limit(sections), {"keys": len(sections)})


def read_lines(title: str, media_type: str, content: bytes) -> Document:
    """A section a line of JSON Lines; blank lines are skipped."""
    lines = enumerate(decode(content).split("\n"), start=1)
    records = [_parsed(line, f"Line {number:,}") for number, line in lines if line.strip()]
    return _records(title, media_type, records)


def _parsed(text: str, what: str) -> Any:
    """Numbers stay as they are written, so that none is rounded."""
    try:
        return json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno:,}, column {error.colno:,}"
        raise errors.Invalid(f"{what} is not valid JSON: {error.msg} at {where}; correct it there.") from None


def _records(title: str, media_type: str, records: list[Any]) -> Document:
    if not records:
        raise errors.Invalid("The JSON list is empty; upload one with at least a record.")
    if len(records) > MAX_ROWS:
        raise errors.Invalid(f"There are {len(records):,} records, the limit is {MAX_ROWS:,}; upload fewer.")
    sections = [
        row_section(number, _leaves(record), (title, "Records"), "Record")
        for number, record in enumerate(records, start=1)
    ]
    return Document(title, media_type, _within_limit(sections), {"records": len(records)})


def _keys(title: str, value: dict[str, Any]) -> Iterator[Section]:
    for position, (key, below) in enumerate(value.items(), start=1):
        lines = (f"- {path}: {leaf}" if path else leaf for path, leaf in _leaves(below))
        yield Section("\n".join(lines), (title, short_name(key, position)))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each value that holds no others, with its path: `address.city`, `tags[0]`. A list of plain values is one."""
    if isinstance(value, dict) and value:
        for position, (key, below) in enumerate(value.items(), start=1):
            name = short_name(key, position)
            yield from _leaves(below, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for position, item in enumerate(value):
            yield from _leaves(item, f"{path}[{position}]")
    else:
        yield path or "value", _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_shown(item) for item in value)
    return value if isinstance(value, str) else "" if value in (None, {}) else json.dumps(value)


def _within_limit(sections: list[Section]) -> list[Section]:
    if sum(len(section.markdown) for section in sections) > MAX_TEXT_CHARACTERS:
        raise errors.Invalid("The JSON is too large as text with its paths; upload a part of it.")
    return sections
