"""JSON and JSON lines."""

import pytest
from knowledge import errors
from knowledge.documents import Section, Span, parse

from tests.support.documents import sections


def test_json_records_and_objects_name_their_paths() -> None:
    """A list is rows of paths, an object a section a key, and numbers stay as written."""
    assert sections("a.json", '[{"a": {"b": 1.10}}]')[0].markdown == "- Record 1: a.b: 1.10"
    assert sections("a.json", '{"x": {"y": [1, 2]}}') == [Section("- y: 1, 2", ("a", "x"))]
    assert sections("a.jsonl", '{"a": 1}\n{"a": 2}\n')[0].span == Span("row", 1, 2)


def test_broken_json_says_where() -> None:
    """A refusal of JSON names the line and column."""
    with pytest.raises(errors.Invalid, match="line 2, column 1"):
        parse("a.json", b'{"a":\n}')
