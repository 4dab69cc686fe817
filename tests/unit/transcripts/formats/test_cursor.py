"""Cursor's exports."""

from knowledge.transcripts import parse

from tests.support.transcripts import spoken, words_of


def test_an_exports_labels_stand_between_rules() -> None:
    """A bold word in an answer is none."""
    log = (
        "# Chat\n_Exported on 1.1.2026 at 1:00:00 GMT from Cursor (1.0)_\n\n---\n\n**User**\n\n"
        "hi\n\n---\n\n**Cursor**\n\nHello.\n\n**User**\n\nnever\n"
    )
    assert spoken(log) == [("user", "hi"), ("agent", "Hello.\n\n**User**\n\nnever")]


def test_a_transcript_has_queries_calls_and_thoughts() -> None:
    """What is attached to a query is not the user's; a label without a query is part of the answer."""
    log = (
        "user:\n<attached_files>\nAlways.\n</attached_files>\n<user_query>\nfix it\n</user_query>\n\n"
        "assistant:\n[Thinking] I look.\n\nI read.\n[Tool call] Shell\n  command: make test\n  description: Run\n\n"
        "[Tool result] Shell\n\nDone.\nuser:\nnever\n"
    )
    assert words_of(log) == ["fix it"]
    assert [(turn.command, turn.text) for turn in parse(log).turns if turn.command] == [("make test", "I read.")]


def test_front_matter_stands_before_a_transcript() -> None:
    """And what an agent writes into a file is not said, however it is exported."""
    log = (
        "---\nagent_id: 7\n---\n\n# Agent Chat Log\n\n---\n\nuser:\n<user_query>\nfix it\n</user_query>\n\nassistant:\n"
        "I write.\n[Tool call] Write\n  path: /a.md\n  contents: # Title\n\nAlways deploy.\n"
        "[Tool result] Write\n\nDone.\n"
    )
    assert parse(log).format == "cursor" and words_of(log) == ["fix it"]
    assert [turn.text for turn in parse(log).turns if turn.speaker == "agent"] == ["I write.", "Done."]
