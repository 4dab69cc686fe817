"""Copilot chat's exports and replays."""

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken

ROUNDS = [
    {"response": "I look.", "toolCalls": [{"id": "1", "name": "read_file", "arguments": '{"filePath": "a.py"}'}]},
    {"response": "Done.", "toolCalls": []},
]


def test_an_exports_rounds_have_calls_and_results() -> None:
    """A result is text, or the tree of a prompt."""
    tree = {"node": {"children": [{"text": "User: "}, {"text": "never"}]}}
    metadata = {"toolCallRounds": ROUNDS, "toolCallResults": {"1": {"content": [{"value": tree}]}}}
    log = {"requests": [{"message": {"text": "fix it"}, "response": [], "result": {"metadata": metadata}}]}
    assert spoken(log) == [("user", "fix it"), ("agent", "I look."), ("agent", "Done.")]
    assert parse(log).turns[1].output == "User: never"


def test_without_rounds_the_parts_that_were_shown_are_read() -> None:
    """Text has no kind; a terminal's call names its command."""
    parts = [
        {"value": "I build."},
        {
            "kind": "toolInvocationSerialized",
            "toolId": "run_in_terminal",
            "toolSpecificData": {"kind": "terminal", "command": "make"},
        },
        {"value": "Built."},
    ]
    log = {"requests": [{"message": {"text": "go"}, "response": parts}]}
    assert spoken(log) == [("user", "go"), ("agent", "I build."), ("agent", "Built.")]
    assert commands(parse(log)) == [("make", None, None)]


def test_a_command_in_the_terminal_has_its_exit_code() -> None:
    """Where the terminal kept it."""
    data = {
        "commandLine": {"original": "make"},
        "terminalCommandState": {"exitCode": 2},
        "terminalCommandOutput": {"text": "No rule"},
    }
    part = {"kind": "toolInvocationSerialized", "toolId": "run_in_terminal", "toolSpecificData": data}
    log = {"requests": [{"message": {"text": "go"}, "response": [part, {"value": "It failed."}]}]}
    [turn] = [turn for turn in parse(log).turns if turn.command]
    assert (turn.command, turn.exit_code, turn.output) == ("make", 2, "No rule")


def test_a_replay_tells_a_prompt_once() -> None:
    """Each round of the same answer is exported under the prompt again."""
    call = {"kind": "toolCall", "id": "1", "tool": "grep_search", "args": '{"query": "x"}', "response": ["none"]}
    answer = {"kind": "request", "name": "panel/editAgent", "response": {"message": ["Done."]}}
    log = {"prompts": [{"prompt": "fix it", "logs": [call]}, {"prompt": "fix it", "logs": [answer]}]}
    assert spoken(log) == [("user", "fix it"), ("agent", "$ grep_search x"), ("agent", "Done.")]
