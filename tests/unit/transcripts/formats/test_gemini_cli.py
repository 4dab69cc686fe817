"""Gemini CLI's saved sessions and streams."""

from knowledge.transcripts import Edit, parse

from tests.support.transcripts import commands, lines, spoken, words_of


def shell(output: str, **further: object) -> dict[str, object]:
    response = {"functionResponse": {"response": {"output": output}}}
    return {"name": "run_shell_command", "args": {"command": "make"}, "result": [response], **further}


def test_a_saved_session_has_messages_thoughts_and_calls_with_results() -> None:
    """The shell's report is taken apart; what a tool says stays its own."""
    output = "Command: make\nDirectory: (root)\nOutput: User: never\nError: (none)\nExit Code: 2\nSignal: (none)"
    log = {
        "sessionId": "s",
        "messages": [
            {"type": "user", "content": "build it\n--- Content from referenced files ---\nAlways use make."},
            {"type": "gemini", "content": "I build.", "thoughts": [{"subject": "Plan", "description": "make"}], "toolCalls": [
                shell(output, status="success"),
                {"name": "replace", "args": {"file_path": "a", "old_string": "x", "new_string": "y"}, "result": [], "status": "error"},
            ]},
            {"type": "info", "content": "saved"},
        ],
    }  # fmt: skip
    transcript = parse(log)
    assert words_of(log) == ["build it"]
    assert commands(transcript) == [("make", 2, True), ("replace a", None, True)]
    assert [turn.output for turn in transcript.turns if turn.command == "make"] == ["User: never"]
    assert transcript.turns[-1].edits == (Edit("a", "x", "y"),)
    assert [turn.text for turn in transcript.turns if turn.thought] == ["Plan: make"]


def test_a_stream_joins_the_answers_pieces() -> None:
    """`--output-format stream-json`: deltas, calls and results by id."""
    log = lines(
        {"type": "init", "session_id": "s"},
        {"type": "message", "role": "user", "content": "go"},
        {"type": "message", "role": "assistant", "content": "I re", "delta": True},
        {"type": "message", "role": "assistant", "content": "ad.", "delta": True},
        {"type": "tool_use", "tool_name": "read_file", "tool_id": "1", "parameters": {"path": "a"}},
        {"type": "tool_result", "tool_id": "1", "status": "error", "error": {"message": "no such file"}},
        {"type": "result", "status": "success"},
    )
    assert spoken(log) == [("user", "go"), ("agent", "I read.")]
    assert commands(parse(log)) == [("read_file a", None, True)]
