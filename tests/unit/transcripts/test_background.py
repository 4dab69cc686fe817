"""Commands that go on behind the agent's back."""

import json
from typing import Any

from knowledge.transcripts import parse
from knowledge.transcripts.background import session_asked, session_left


def test_a_tool_says_that_a_command_goes_on_and_in_which_session() -> None:
    """As agents' programs word it; another call names the session."""
    assert session_left("Wall time: 30 s\nProcess running with session ID 65\nOutput:\n") == "65"
    assert session_left("Command still running (session good-rook, pid 5).") == "good-rook"
    assert session_left("3 passed") == session_asked({"chars": ""}) == session_asked("65") == ""
    assert session_asked({"session_id": 65}) == "65"


def test_what_came_of_it_in_the_end_is_what_came_of_the_command() -> None:
    """Its exit code and all that it printed."""
    calls = [("a", "exec", {"command": "bun test"}), ("b", "process", {"sessionId": "good-rook", "action": "poll"})]
    answers = ["Command still running (session good-rook, pid 5).", "62 pass\n1 fail\n\nProcess exited with code 1."]
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Mend it"}]
    for (call_id, name, arguments), answer in zip(calls, answers, strict=True):
        function = {"name": name, "arguments": json.dumps(arguments)}
        messages.append({"role": "assistant", "tool_calls": [{"id": call_id, "function": function}]})
        messages.append({"role": "tool", "tool_call_id": call_id, "content": answer})
    _, begun, asked = parse(json.dumps({"messages": messages})).turns
    assert (begun.command, begun.exit_code, begun.failed) == ("bun test", 1, True)
    assert "62 pass" in str(begun.output) and asked.exit_code == 1
