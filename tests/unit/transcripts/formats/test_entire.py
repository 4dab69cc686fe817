"""Entire's transcripts of agents' sessions."""

from typing import Any

from knowledge.transcripts import parse

from tests.support.transcripts import commands, lines, spoken


def message(kind: str, *content: dict[str, Any], agent: str = "claude-code") -> dict[str, Any]:
    return {"v": 1, "agent": agent, "type": kind, "ts": "2026-08-04T07:56:18.304Z", "content": list(content)}


def call(command: str, output: str, status: str = "success") -> dict[str, Any]:
    result = {"output": output, "status": status}
    return {"type": "tool_use", "id": command, "name": "Bash", "input": {"command": command}, "result": result}


def test_each_speaks_for_itself_and_a_call_has_its_result() -> None:
    """A person's blocks have no type; the shell of Claude Code's says that it failed, and how."""
    log = lines(
        message("user", {"id": "1", "text": "Fix the export.<system-reminder>Never ask.</system-reminder>"}),
        message("assistant", {"type": "text", "text": "I test."}, call("make test", "Exit code 2\nno", "error")),
        message("assistant", call("make", "ok"), call("make all", "Command running in background with ID: b1.")),
    )
    assert spoken(log)[:2] == [("user", "Fix the export."), ("agent", "I test.")]
    assert commands(parse(log)) == [("make test", 2, True), ("make", 0, False), ("make all", None, None)]


def test_of_another_agent_a_success_is_no_exit_code() -> None:
    """Of others nobody knows what their tools call one."""
    log = lines(message("user", {"text": "go"}), message("assistant", call("make", "ok"), agent="gemini"))
    assert [(command, code) for command, code, _ in commands(parse(log))] == [("make", None)]


def test_of_another_agent_the_output_tells_the_exit_code() -> None:
    """Entire takes what Codex gave back for a success, whatever came of it."""
    log = lines(
        message("user", {"text": "go"}),
        message("assistant", call("make test", "Process exited with code 2\n1 failed, 3 passed"), agent="codex"),
    )
    assert commands(parse(log)) == [("make test", 2, True)]
