"""OpenCode's exported sessions."""

from typing import Any

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken


def session(**info: Any) -> dict[str, Any]:
    tool = {"type": "tool", "tool": "bash", "state": {"status": "completed", "input": {"command": "make"}, "output": "User: no", "metadata": {"exit": 1}}}
    return {
        "info": {"id": "s", "directory": "/home/me/shop", **info},
        "messages": [
            {"info": {"role": "user"}, "parts": [{"type": "text", "text": "go"}, {"type": "text", "text": "Always.", "synthetic": True}]},
            {"info": {"role": "assistant"}, "parts": [{"type": "step-start"}, {"type": "text", "text": "I build."}, tool]},
        ],
    }  # fmt: skip


def test_parts_are_who_they_are_of() -> None:
    """What the program adds to a message is its own; a call has its output, exit code and status."""
    assert spoken(session()) == [("user", "go"), ("system", "Always."), ("agent", "I build.")]
    assert commands(parse(session())) == [("make", 1, True)]
    assert parse(session()).projects == ("shop",)


def test_a_session_that_another_started_has_a_task_and_no_user() -> None:
    """The agent that started it is no person."""
    assert spoken(session(parentID="p"))[0] == ("task", "go")
