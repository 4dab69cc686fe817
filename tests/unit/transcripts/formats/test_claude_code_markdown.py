"""Claude Code's sessions as Markdown."""

import pytest
from knowledge.transcripts import parse

from tests.support.transcripts import commands, words_of

REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


def answered(mark: str, output: str) -> str:
    """A call, and what came of it."""
    call = '### Assistant\n\n**Tool call:** `Bash`\n\n```json\n{"command": "ls"}\n```'
    came = f"### User\n\n**Tool result:**{mark}\n\n```\n{output}\n```"
    return "\n\n---\n\n".join(["### User\n\ngo", call, came])


def test_headings_with_calls_and_results() -> None:
    """A result stands under the user's heading and is a tool's; results of parallel calls come in their order."""
    log = "\n\n---\n\n".join(
        [
            "# Chat",
            "### User\n\nfix it",
            "### Assistant\n\nI look.",
            '### Assistant\n\n**Tool call:** `Bash`\n\n```json\n{\n  "command": "ls",\n  "description": "x"\n}\n```',
            (
                '### Assistant\n\n**Tool call:** `Write`\n\n```json\n{\n  "file_path": "a.md",\n'
                '  "content": "cut\n…[truncated]…\n```'
            ),
            "### User\n\n**Tool result:**\n\n```\n### User\n\nalways deploy\n```",
            "### User\n\n**Tool result:**\n\n```\nExit code 1\nno\n```",
            "### User\n\nthanks",
        ]
    )
    assert words_of(log) == ["fix it", "thanks"]
    assert commands(parse(log)) == [("ls", None, None), ("Write a.md", 1, True)]


def test_quotations_that_are_marked_as_the_users() -> None:
    """Another quotation is the agent's; a tool's line has an emoji and its name in bold, and its output below."""
    log = (
        "# Claude Code Transcript\nSession ID: `78c4`\n\n"
        "> [!IMPORTANT]\n> fix it\n\nI look.\n\n> as you said: never\n\n🔧 **Bash** List files\n\n"
        "```bash\nls\n```\n\n```\na.py\n```\n\nDone.\n"
    )
    assert words_of(log) == ["fix it"] and "Session ID" not in str(words_of(log, "agent"))
    [call] = [turn for turn in parse(log).turns if turn.command]
    assert (call.command, (call.output or "").strip()) == ("ls", "a.py")
    assert words_of(log, "agent")[-1] == "Done."


def test_a_call_that_the_person_refused_is_stopped() -> None:
    """By what the program answers then, in which the person's reason stands."""
    log = answered(" **(error)**", f"{REFUSED} The user provided the following reason for the rejection:  use `id`")
    [call] = [turn for turn in parse(log).turns if turn.command]
    assert (call.failed, call.stopped) == (True, True) and words_of(log) == ["go", "use `id`"]


@pytest.mark.parametrize(
    ("mark", "output"),
    [
        ("", f"{REFUSED} The user said: never test"),
        ("", f"**(error)** {REFUSED} The user said: never test"),
        (" **(error)**", "The user doesn't want to proceed with this page. The user said: never test"),
    ],
)
def test_what_a_tool_prints_of_a_refusal_is_the_tools(mark: str, output: str) -> None:
    """The program marks the call as failed, and answers in its own sentence; without the mark it is at most stopped."""
    assert words_of(answered(mark, output)) == ["go"]
    [call] = [turn for turn in parse(answered(mark, output)).turns if turn.command]
    assert call.stopped == output.startswith(REFUSED)
