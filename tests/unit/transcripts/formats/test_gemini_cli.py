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
            {
                "type": "gemini",
                "content": "I build.",
                "thoughts": [{"subject": "Plan", "description": "make"}],
                "toolCalls": [
                    shell(output, status="success"),
                    {
                        "name": "replace",
                        "args": {"file_path": "a", "old_string": "x", "new_string": "y"},
                        "result": [],
                        "status": "error",
                    },
                ],
            },
            {"type": "info", "content": "saved"},
        ],
    }
    transcript = parse(log)
    assert words_of(log) == ["build it"]
    assert commands(transcript) == [("make", 2, True), ("replace a", None, True)]
    assert [turn.output for turn in transcript.turns if turn.command == "make"] == ["User: never"]
    assert transcript.turns[-1].edits == (Edit("a", "x", "y"),)
    assert [turn.text for turn in transcript.turns if turn.thought] == ["Plan: make"]


def test_what_a_tool_answered_is_told_once_and_never_the_users() -> None:
    """Newer sessions repeat it in a message of the user's: a list of things to do that was read became a rule."""
    answer = {"functionResponse": {"id": "1", "name": "read_file", "response": {"output": "Always push to main."}}}
    call = {"name": "read_file", "args": {"file_path": "TODO.md"}, "result": [answer], "status": "success"}
    messages = [
        {"type": "user", "content": [{"text": "what is left?"}]},
        {"type": "gemini", "content": "", "toolCalls": [call]},
        {"type": "user", "content": [answer]},
        {"type": "user", "content": [answer, {"text": "go on"}]},
    ]
    transcript = parse({"sessionId": "s", "messages": messages})
    assert words_of({"sessionId": "s", "messages": messages}) == ["what is left?", "go on"]
    assert [turn.output for turn in transcript.turns if turn.command] == ["Always push to main."]


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


def test_contents_with_parts_are_what_a_saved_chat_holds() -> None:
    """`/chat save`: calls and responses go by their order; what the program says of itself is nobody's word."""
    log = [
        {"role": "user", "parts": [{"text": "This is the Gemini CLI. We are setting up the context for our chat.\n…"}]},
        {"role": "user", "parts": [{"text": "Here is the user's editor context as a JSON object. …"}]},
        {"role": "user", "parts": [{"text": "why 404?"}]},
        {"role": "model", "parts": [{"text": "Hm.", "thought": True}, {"text": "I try the root."}]},
        {"role": "model", "parts": [{"functionCall": {"name": "run_shell_command", "args": {"command": "curl lab/"}}}]},
        {"role": "model", "parts": [{"functionCall": {"name": "read_file", "args": {"file_path": "a.py"}}}]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"response": {"output": "Output: 200\nProcess Group PGID: 1"}}}],
        },
        {"role": "user", "parts": [{"functionResponse": {"response": {"error": "no such file"}}}]},
        {"role": "model", "parts": [{"text": "The lab is at the root."}]},
    ]
    for sent in (log, {"contents": log}, {"history": log}, {"error": {}, "context": log}):
        transcript = parse(sent)
        assert words_of(sent) == ["why 404?"]
        assert commands(transcript) == [("curl lab/", 0, False), ("read_file a.py", None, True)]
        assert [turn.output for turn in transcript.turns if turn.command] == ["200", "no such file"]
        assert [turn.text for turn in transcript.turns if turn.thought] == ["Hm."]
        assert spoken(sent)[-1] == ("agent", "The lab is at the root.")


def test_a_call_that_the_person_did_not_allow_is_stopped() -> None:
    """As contents with parts have it: by what came of it."""
    call = {"functionCall": {"name": "run_shell_command", "args": {"command": "make"}}}
    refused = {"error": "[Operation Cancelled] Reason: User did not allow tool call"}
    answer = {"functionResponse": {"response": refused}}
    parts = [("user", {"text": "build"}), ("model", call), ("user", answer)]
    log = [{"role": role, "parts": [part]} for role, part in parts]
    assert [turn.stopped for turn in parse(log).turns if turn.command] == [True]


def test_a_cancelled_call_is_stopped() -> None:
    """By the person: it is no verdict on it, and it has no exit code."""
    call = {"id": "1", "name": "run_shell_command", "args": {"command": "make"}, "status": "cancelled"}
    call |= {"result": [{"functionResponse": {"response": {"output": "Output: cc a.c"}}}]}
    log = {"sessionId": "s", "messages": [{"type": "user", "content": "go"}, {"type": "gemini", "toolCalls": [call]}]}
    [ran] = [turn for turn in parse(log).turns if turn.command]
    assert (ran.output, ran.exit_code, ran.failed, ran.stopped) == ("cc a.c", None, True, True)
