"""What JSON of any shape says."""

import json

from knowledge.transcripts.json_texts import decoded, says, strings, texts


def test_texts_are_found_wherever_they_stand() -> None:
    """In lists, and in JSON in a string, each once; ids, kinds and numbers say nothing."""
    inner = json.dumps({"request": "Fix the export", "id": "a81f-22", "cost": 3})
    value = {"kind": "say", "ts": 17, "text": inner, "parts": [{"text": "Fix the export"}, {"text": "导出失败"}]}
    assert texts(value) == ["Fix the export", "导出失败"]


def test_strings_name_what_leads_to_them() -> None:
    """A place in a list is any place."""
    assert list(strings({"a": ["x", {"b": "y"}]})) == [(("a", "[]"), "x"), (("a", "[]", "b"), "y")]


def test_only_objects_and_lists_are_decoded() -> None:
    """Whatever else a string holds stays as it is, as does what only begins like JSON."""
    assert [decoded(value) for value in ('{"a": 1}', " [1]", "[x", "7", 7, "[" * 100_000)] == [
        {"a": 1}, [1], "[x", "7", 7, "[" * 100_000,
    ]  # fmt: skip


def test_a_time_or_a_path_says_nothing() -> None:
    """Words do, whatever the script."""
    assert not any(map(says, ("2026-05-04 12:21:32", "src/export.py", "api_req_started", "8090")))
    assert says("npm test") and says("It failed.") and says("テスト")
