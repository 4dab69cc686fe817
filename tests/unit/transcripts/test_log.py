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


def test_the_models_that_answered_are_named_by_the_objects_or_what_is_in_them() -> None:
    """That of most answers first; what is no name is none."""
    lines = [{"message": {"model": "opus"}}, {"model": "haiku"}, {"message": {"model": "opus"}}, {"model": {"a": 1}}]
    assert decoded("\n".join(map(json.dumps, [*lines, {"model": "<synthetic>"}]))).models() == ("opus", "haiku")
    assert decoded({"messages": [{"info": {"modelID": "gpt"}}]}).models() == ("gpt",)
    assert decoded("Model: gpt").models() == ()
