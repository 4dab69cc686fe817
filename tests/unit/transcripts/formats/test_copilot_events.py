"""Copilot CLI's session files."""

from typing import Any

from knowledge.transcripts import parse

from tests.support.transcripts import commands, lines, spoken


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "timestamp": "2026-08-13T06:52:59.142Z"}


def test_messages_and_calls_are_told_apart_by_their_events() -> None:
    """What a skill says in the person's name is the program's; an output may name its exit code."""
    log = lines(
        event("session.start", context={"cwd": "/home/me/shop", "repository": "me/shop"}),
        event("user.message", content="Fix the export.", parentAgentTaskId="1"),
        event("user.message", content="Always orchestrate.", source="skill-orchestrate"),
        event("hook.start", input={}),
        event("assistant.message", content="I build.", toolRequests=[]),
        event("tool.execution_start", toolCallId="1", toolName="bash", arguments={"command": "make"}),
        event("tool.execution_start", toolCallId="2", toolName="bash", arguments={"command": "make all"}),
        event(
            "tool.execution_complete",
            toolCallId="1",
            success=True,
            result={"content": "no\n<shellId: 0 completed with exit code 1>"},
        ),
        event("tool.execution_complete", toolCallId="2", success=False, error={"message": "refused"}),
    )
    assert spoken(log)[:3] == [("user", "Fix the export."), ("system", "Always orchestrate."), ("agent", "I build.")]
    assert commands(parse(log)) == [("make", 1, True), ("make all", None, True)]
    assert parse(log).projects == ("shop",)


def test_what_the_person_typed_is_theirs_whatever_its_source() -> None:
    """A source may say so, or that it was typed while the agent worked; events of no kind are passed over."""
    log = lines(
        event("user.message", content="Always use pnpm here.", source="user"),
        event("user.message", content="Stop there.", source="immediate-prompt"),
        {"type": [], "data": {}},
    )
    assert spoken(log)[:2] == [("user", "Always use pnpm here."), ("user", "Stop there.")]
