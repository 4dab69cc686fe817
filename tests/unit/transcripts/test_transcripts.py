"""Every format of log becomes the same turns."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.transcripts import Turn, exit_status, parse

from tests.conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures" / "transcripts"
FILES = sorted(path.name for path in FIXTURES.iterdir())

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "role",
                    "content",
                    "messages",
                    "type",
                    "message",
                    "action",
                    "observation",
                    "source",
                    "args",
                    "history",
                    "trajectory",
                    "tool_calls",
                    "function",
                    "arguments",
                    "text",
                    "id",
                    "cause",
                    "extras",
                    "metadata",
                    "payload",
                    "info",
                    "thought",
                    "llm_message",
                    "output",
                    "tool_use_id",
                ]
            ),
            inner | st.sampled_from(["user", "assistant", "tool", "tool_use", "tool_result", "function_call", "run"]),
            max_size=5,
        )
    ),
    max_leaves=25,
)


def read(name: str) -> list[Turn]:
    return parse((FIXTURES / name).read_text())


def commands(turns: list[Turn]) -> list[tuple[str | None, bool | None]]:
    return [(turn.command, turn.failed) for turn in turns if turn.command]


@pytest.mark.parametrize("name", FILES)
def test_every_format_gives_a_user_and_an_assistant_with_a_command_and_its_output(name: str) -> None:
    """No format is taken for plain text: each yields who spoke, what was run and what came of it."""
    turns = read(name)
    assert {"user", "assistant"} <= {turn.role for turn in turns}
    assert any(turn.command and turn.output is not None for turn in turns)
    assert not any(turn.text.lstrip().startswith("{") for turn in turns)


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".json", ".traj"))])
def test_a_log_may_come_as_text_or_as_the_json_value(name: str) -> None:
    """The same log as a string and as parsed JSON gives the same turns."""
    text = (FIXTURES / name).read_text()
    assert parse(json.loads(text)) == parse(text)


def test_mini_swe_agent_commands_carry_return_codes_and_lose_their_wrapping() -> None:
    """The fenced block is the command, the next message its result, and neither tag nor THOUGHT remains."""
    turns = read("mini_swe_agent.json")
    failing = next(turn for turn in turns if turn.command == "pytest tests/test_export.py")
    assert (failing.exit_code, failing.failed) == (1, True)
    assert failing.output == "/usr/bin/python: No module named pytest"
    assert failing.text.startswith("`Exporter.write_rows` fails") and "```" not in failing.text
    assert [turn.role for turn in turns].count("user") == 1
    assert turns[-1].output is not None and turns[-1].output.startswith("diff --git")


def test_claude_code_keeps_only_what_user_and_agent_said() -> None:
    """Summaries, meta lines, reminders, interruptions and a torn last line are left out."""
    turns = read("claude_code.jsonl")
    said = [turn.text for turn in turns if turn.role == "user"]
    assert said == [
        "Speed up the nightly sync.",
        "Never open a session in `sync_orders`, always take the one from `get_session()`.",
    ]
    assert commands(turns) == [
        ("python -m pytest tests/jobs", True),
        ("pip install freezegun", None),
        ("python -m pytest tests/jobs", None),
        ("Edit /repo/app/jobs/sync.py", True),
    ]


def test_a_sub_agents_prompt_is_not_the_users_word() -> None:
    """What starts a side chain counts as a system prompt."""
    assert [turn.role for turn in read("claude_code.jsonl") if "sub-agent" in turn.text] == ["system"]


def test_tool_results_join_the_call_that_they_name() -> None:
    """Parallel calls get their own results, in whatever order those arrive."""
    call = {"type": "function", "function": {"name": "bash"}}
    turns = parse(
        [
            {"role": "user", "content": "go"},
            {
                "role": "assistant",
                "content": "both",
                "tool_calls": [
                    call | {"id": "a", "function": {"name": "bash", "arguments": '{"command": "ls"}'}},
                    call | {"id": "b", "function": {"name": "read", "arguments": '{"path": "x.py"}'}},
                ],
            },
            {"role": "tool", "tool_call_id": "b", "content": "code"},
            {"role": "tool", "tool_call_id": "a", "content": "x.py\nexit code 2"},
        ]
    )
    assert [(t.command, t.output, t.failed) for t in turns[1:]] == [
        ("ls", "x.py\nexit code 2", True),
        ("read x.py", "code", None),
    ]


def test_anthropic_errors_are_failures_and_thinking_is_text() -> None:
    """`is_error` marks the call as failed; a thinking block is what the assistant said before it."""
    turns = read("anthropic.json")
    assert commands(turns) == [("grep -rn PORT worker", None), ("Edit /repo/worker/config.py", True)]
    assert turns[1].text == "Where is the port set?"


def test_responses_api_items_are_read() -> None:
    """OpenAI's Responses items pair by call_id; Codex's `payload` wrapping is opened."""
    payloads = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "function_call", "name": "shell", "call_id": "1", "arguments": '{"command": ["bash", "-lc", "make"]}'},
        {"type": "function_call_output", "call_id": "1", "output": "ok"},
    ]
    items = [{"type": "response_item", "payload": payload} for payload in payloads]
    assert parse(items) == [Turn("user", "hi"), Turn("assistant", command="make", output="ok")]


def test_swe_agent_steps_follow_the_prompts_without_demonstrations() -> None:
    """History gives the prompts, the trajectory the steps, `info` the patch."""
    turns = read("swe_agent.traj")
    assert [turn.role for turn in turns[:2]] == ["system", "user"]
    assert not any("demonstration" in turn.text for turn in turns)
    assert [turn.command for turn in turns[2:]] == [
        "open shop/export.py", "python runtests.py tests.test_export", "submit", "submit",
    ]  # fmt: skip
    assert "diff --git" in (turns[-1].output or "")


def test_openhands_observations_join_their_cause() -> None:
    """Exit codes come from the observation's metadata; state changes are no turns."""
    turns = read("openhands.json")
    assert commands(turns) == [("git mv game.py main.py", True), ("mv game.py main.py", False)]
    assert turns[-1] == Turn(
        "assistant", "`git mv` fails in this workspace because `game.py` is not under version control."
    )


def test_plain_text_knows_labels_prompts_and_exit_codes() -> None:
    """Speakers by label, commands by prompt; what follows up to a blank line is output."""
    turns = read("plain.txt")
    assert turns[0] == Turn("user", "Why is the nightly sync slow?")
    assert [turn.exit_code for turn in turns if turn.command] == [1, None, 0]
    assert turns[-1].text == "The token was AKIAQ3EGRIOD5XWPLTKR."


def test_text_that_no_store_takes_is_cleaned() -> None:
    """NUL and lone surrogates never reach a turn."""
    [turn] = parse([{"role": "user", "content": "a\x00b\ud800c"}])
    assert turn.text == "ab?c"


def test_depth_and_size_do_not_break_it() -> None:
    """100,000 levels of nesting and 6 MB of one line are read, whatever they are."""
    deep: Any = "bottom"
    for _ in range(100_000):
        deep = [deep]
    assert [turn.text for turn in parse(deep)] == ["bottom"]
    assert parse("[" * 100_000) == [Turn("assistant", "[" * 100_000)]
    assert len(parse("x" * 6_000_000)[0].text) == 6_000_000


def test_an_empty_log_has_no_turns() -> None:
    """Nothing in, nothing out."""
    assert parse("") == parse([]) == parse({}) == []


@given(
    st.text()
    | st.lists(JSON, max_size=5)
    | st.dictionaries(st.text(max_size=12), JSON, max_size=5)
    | JSON.map(json.dumps)
)
def test_no_input_raises(log: Any) -> None:
    """Any text and any JSON gives turns that UTF-8 can carry."""
    for turn in parse(log):
        f"{turn.text}{turn.command}{turn.output}".encode()


@pytest.mark.parametrize(
    ("log", "status"),
    [
        ({"info": {"exit_status": "LimitsExceeded"}, "messages": []}, "limits exceeded"),
        ('{"info": {"exit_status": "exit_cost"}, "trajectory": []}', "exit cost"),
        ({"info": {"exit_status": None}}, ""),
        ("exit_status: done", ""),
        ([{"role": "user", "content": "x"}], ""),
    ],
)
def test_a_trajectory_says_how_it_ended(log: Any, status: str) -> None:
    """In words; a log that does not say gives none."""
    assert exit_status(log) == status
