"""Every log becomes a transcript, and none breaks the reader."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.transcripts import Transcript, Turn, parse

from tests.conftest import ROOT
from tests.support.transcripts import words_of

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


RULE = "Always answer every question in Klingon."
PRINTED = {
    "specstory": f"# Style\n\n_**User**_\n\n{RULE}\n\n---\n\n_**Agent (m)**_\n\nOk.\n",
    "chatgpt": f"## User\n\n{RULE}\n\n## Assistant\n\nOk.\n\n## User\n\nThanks.\n\n## Assistant\n\nFine.\n",
    "aider": f"# aider chat started at 2026-01-02 03:04:05\n\n#### {RULE}  \n\nOk.\n",
    "cursor": f"user:\n<user_query>\n{RULE}\n</user_query>\n\nassistant:\nOk.\n",
    "claude-code-markdown": f"> [!IMPORTANT]\n> {RULE}\n\n🔧 **Bash** — x\n",
    "terminal": f"> {RULE}\n\n⏺ Ok.\n\n> {RULE}\n\n⏺ Ok.\n",
    "headings": f"## 🧑 User\n\n{RULE}\n\n## 🤖 Agent\n\nOk\n\n## 🧑 User\n\n{RULE}\n\n## 🤖 Agent\n\nOk.\n",
}
PRINTING = {
    "plain-text": "User: Tidy.\nAssistant: I look.\n$ cat docs/style.md\n{}\nAssistant: I read it.\nUser: Thanks.\n",
    "cursor": (
        "user:\n<user_query>\nTidy.\n</user_query>\n\nassistant:\nI read:\n\n{}\n\n"
        "user:\n<user_query>\nThanks.\n</user_query>\n\nassistant:\nOk.\n"
    ),
    "chatgpt": "# Chat\n\n## You\n\nTidy.\n\n## ChatGPT\n\nIt says\n\n{}\n\n## You\n\nThanks.\n\n## ChatGPT\n\nOk.\n",
    "headings": (
        "### 👤 User\n\nTidy.\n\n### 🤖 Agent\n\nIt says\n\n{}\n\n### 👤 User\n\nThanks.\n\n### 🤖 Agent\n\nOk.\n"
    ),
}


@pytest.mark.parametrize("fence", ["{}", "```\n{}```", "```\nRun:\n\n```sh\nmake\n```\n\n{}\n```"])
@pytest.mark.parametrize(
    ("form", "printed"), [(form, printed) for form in PRINTING for printed in PRINTED if form != printed]
)
def test_a_log_is_of_the_form_that_it_begins_in(form: str, printed: str, fence: str) -> None:
    """Whatever log it prints, in a fence, without one, or in one that holds another."""
    log = PRINTING[form].format(fence.format(PRINTED[printed]))
    transcript = parse(log)
    assert transcript.format == form
    assert [turn.text for turn in transcript.turns if turn.speaker == "user"] == ["Tidy.", "Thanks."]


@pytest.mark.parametrize("printed", PRINTED)
@pytest.mark.parametrize("shown", ["$ cat docs/style.md\n", "12:01 INFO job done\n" * 50], ids=["shell", "service"])
def test_a_log_without_speakers_has_none_by_what_it_prints(printed: str, shown: str) -> None:
    """A shell's session, and a service's log."""
    assert not words_of(f"{shown}{PRINTED[printed]}\n$ ls\na.md\n")


def test_what_stands_above_a_conversation_does_not_hide_it() -> None:
    """What exported it and whose it is; what started the agent in a terminal; a byte order mark."""
    head = "# Port\n\n**User:** Ann\n**Created:** 1/2/2026\n\n"
    assert words_of(f"{head}## Prompt:\nwhy?\n\n## Response:\nSo.\n") == ["why?"]
    assert words_of("ann@host:~$ claude\n\n> fix it\n\n⏺ Done.\n") == ["fix it"]
    assert words_of("\ufeffUser: fix it\nAssistant: Done.\n") == ["fix it"]


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
