"""A log is decoded once, whatever its form."""

import json

from knowledge.transcripts.log import decoded


def test_text_stays_text() -> None:
    """Also where it is broken JSON."""
    assert decoded("User: hi").text == "User: hi"
    assert decoded("{ not json\nat all").text == "{ not json\nat all"


def test_json_is_one_document_or_lines() -> None:
    """An object, an array and JSON lines, as text or decoded already; a mark of the byte order is no part of it."""
    assert decoded('\ufeff{"a": [{"b": 1}, 2]}').records("a") == [{"b": 1}]
    assert decoded([{"a": 1}, "x"]).broken == 1
    assert decoded('{"a": 1}\n{"a": 2}\n').items == [{"a": 1}, {"a": 2}]


def test_a_log_that_is_still_written_to_may_end_anywhere() -> None:
    """Lines that are cut off are counted; a text with few JSON lines is text."""
    lines = "\n".join(json.dumps({"n": n}) for n in range(4))
    assert (len(decoded(lines + '\n{"n": ').items), decoded(lines + '\n{"n": ').broken) == (4, 1)
    assert decoded('{"a": 1}\n' + "prose\n" * 9).items == []
    assert decoded('{"a": 1}').field("b") is None and decoded([1]).field("b") is None
