"""Every log becomes a transcript, and none breaks the reader."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.transcripts import Transcript, Turn, parse

from tests.conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures" / "transcripts"
FILES = sorted(path.name for path in FIXTURES.iterdir())
KEYS = [
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
    "parts",
    "state",
    "requests",
    "response",
    "prompts",
    "logs",
    "step_index",
    "toolCalls",
    "result",
    "functionResponse",
    "call_id",
    "input",
    "name",
    "attachment",
    "toolUseResult",
    "edits",
    "say",
    "ask",
    "ts",
    "from",
]
WORDS = [
    "user",
    "assistant",
    "tool",
    "tool_use",
    "tool_result",
    "function_call",
    "run",
    "gemini",
    "event_msg",
    "response_item",
    "USER_INPUT",
    "PLANNER_RESPONSE",
    "user_message",
    "exec_command_end",
    "toolCall",
    "think",
    "say",
    "ask",
    "tool",
    "human",
    '{"role": "user", "content": "a b"}',
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner | st.sampled_from(WORDS), max_size=5)
    ),
    max_leaves=25,
)
MARKS = [
    "#### x  ",
    "> y",
    "# aider chat started at 1 2",
    "_**User**_",
    "_**Agent**_",
    "---",
    "```",
    "```bash",
    '<tool-use data-tool-name="a">',
    "</tool-use>",
    "<details>",
    "**User**",
    "_Exported on 1 from Cursor",
    "### User",
    "**Tool result:**",
    "**Tool call:** `Bash`",
    "{",
    "> [!IMPORTANT]",
    "🔧 **Bash**",
    "## User",
    "## Assistant",
    "⏺ Bash(x)",
    "  ⎿  y",
    "User: a",
    "Assistant: b",
    "$ ls",
    "exit code: 1",
    "user:",
    "<user_query>",
    "[Tool call] Shell",
    "  command: ls",
    "<<<<<<< SEARCH",
    "=======",
    ">>>>>>> REPLACE",
    "<think>",
    "# Agent Shell Transcript",
    "## User (2026-05-04 12:21:32)",
    "## Agent (2026-05-04 12:21:32)",
    "### Tool Call [failed]: ls",
    "**Command:** ls",
    "# Chat Conversation",
    "### User Input",
    "### Planner Response",
    "*User accepted the command `ls`*",
    "*Edited relevant file*",
    "### 👤 User",
    "### 🤖 Agent",
    "",
]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".json", ".traj"))])
def test_a_log_may_come_as_text_or_as_the_json_value(name: str) -> None:
    """The same log as a string and as parsed JSON gives the same transcript."""
    text = (FIXTURES / name).read_text()
    assert parse(json.loads(text)) == parse(text)


@pytest.mark.parametrize("name", FILES)
def test_every_log_has_who_asked_and_an_agent_whose_commands_have_outputs(name: str) -> None:
    """None is taken for another format."""
    transcript = parse((FIXTURES / name).read_text())
    assert transcript.known and transcript.speakers["agent"] and transcript.speakers.keys() & {"user", "task"}
    assert any(turn.command and turn.output is not None for turn in transcript.turns)


def test_text_that_no_store_takes_is_cleaned() -> None:
    """NUL and lone surrogates never reach a turn."""
    [turn] = parse([{"role": "user", "content": "a\x00b\ud800c"}]).turns
    assert turn.text == "ab?c"


def test_depth_and_size_do_not_break_it() -> None:
    """100,000 levels of nesting and 6 MB of one line are read, whatever they are."""
    deep: Any = "bottom"
    for _ in range(100_000):
        deep = [deep]
    assert not parse(deep).known
    assert parse("[" * 100_000).turns == (Turn("tool", output="[" * 100_000),)
    assert len(parse("x" * 6_000_000).turns[0].output or "") == 6_000_000


def test_an_empty_log_has_no_turns() -> None:
    """Nothing in, nothing out."""
    assert parse("").turns == parse([]).turns == parse({}).turns == ()


def test_what_is_not_known_is_counted_by_its_kind() -> None:
    """So that the answer can say what was not understood."""
    assert parse([{"type": "hologram"}, {"type": "hologram"}, 7]) == Transcript(
        "unknown", (), broken=1, passed_over={"hologram": 2}
    )


def test_turns_know_their_place_and_time() -> None:
    """The message's number, and its time in any of the usual forms."""
    log = [
        {"role": "user", "content": "a", "timestamp": "2026-01-02T03:04:05Z"},
        {"role": "assistant", "content": "b", "timestamp": 1767323045000},
    ]
    moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert [(turn.index, turn.at) for turn in parse(log).turns] == [(0, moment), (1, moment)]


def test_prose_is_what_was_said_without_code_and_quotations() -> None:
    """Neither a fence, a quotation nor an element."""
    assert Turn("user", "Use uv.\n> never pip\n```\npip\n```\n<log>\nerror\n</log>\nAlways.").prose.split() == [
        "Use",
        "uv.",
        "Always.",
    ]


@given(
    st.text()
    | st.lists(JSON, max_size=5)
    | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=5)
    | JSON.map(json.dumps)
    | st.lists(st.sampled_from(MARKS) | st.text(max_size=8), max_size=25).map("\n".join)
)
def test_no_input_raises(log: Any) -> None:
    """Any text and any JSON gives turns that UTF-8 can carry."""
    for turn in parse(log).turns:
        f"{turn.text}{turn.command}{turn.output}{turn.edits}".encode()
