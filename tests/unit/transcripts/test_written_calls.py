"""Calls that an agent writes out in what it says."""

import pytest
from knowledge.transcripts.written_calls import WrittenCall, called, parts

from tests.support.linear import is_linear


def _parts(text: str) -> list[str | WrittenCall]:
    return [part.strip() if isinstance(part, str) else part for part in parts(text) if part != ""]


def test_a_label_alone_leads_to_json_that_names_the_tool() -> None:
    """With fences of any length, and whatever the arguments are called."""
    for fence in ("```", "````"):
        text = f'I look:\n\n**Tool Call**:\n\n{fence}json\n{{"name": "read", "input": {{"path": "a"}}}}\n{fence}\nDone.'
        assert _parts(text) == ["I look:", WrittenCall("read", {"path": "a"}), "Done."]
    assert _parts('Function call:\n{"tool": "ls", "arguments": {}}') == [WrittenCall("ls", {})]


def test_an_element_with_arguments_is_a_call() -> None:
    """Also right behind words; an argument may hold elements of its own."""
    text = (
        "I write.<write_file>\n<path>a.html</path>\n<content>\n<p>x</content> y</p>\n</content>\n"
        "<checked>true</checked>\n</write_file>"
    )
    given = {"path": "a.html", "content": "<p>x</content> y</p>", "checked": "true"}
    assert _parts(text) == ["I write.", WrittenCall("write_file", given)]


def test_what_an_element_tells_the_person_is_said() -> None:
    """Whether it ends or not."""
    for end in ("</result>\n</attempt_completion>", "</result>", ""):
        assert _parts(f"<attempt_completion>\n<result>It is done.{end}") == ["It is done."]
    assert _parts("<ask_user>\n<question>Which?</question>\n<options>[1]</options>\n</ask_user>") == ["Which?"]


def test_what_was_stopped_is_no_call_and_not_said() -> None:
    """Neither an element that does not end, nor the beginning of a word behind a call."""
    mark = "\n\n[Response interrupted by a tool use result. Only one.]"
    assert _parts(f"<read_file>\n<path>a</path>\n</read_file>The{mark}") == [WrittenCall("read_file", {"path": "a"})]
    assert _parts(f"I write.<write_file>\n<path>a</path>\n<content>x{mark}") == ["I write."]
    assert _parts(f"I was about to{mark}") == ["I was about to"]


@pytest.mark.parametrize(
    "text",
    [
        "```\n<read_file>\n<path>a</path>\n</read_file>\n```",
        "Use `<read_file>` with a path.",
        "<div>\n<p>x</p>\n</div>",
        'The tool call:\nsee {"a": 1}',
    ],
)
def test_examples_and_markup_are_said(text: str) -> None:
    """In a fence, without arguments, or with a name that no program's element has."""
    assert _parts(text) == [text]


def test_a_text_that_is_a_call() -> None:
    """By JSON alone; a command that a shell runs is none."""
    assert called('```json\n{"name": "run", "input": {"command": "ls"}}\n```') == [
        WrittenCall("run", {"command": "ls"})
    ]
    assert called('{"command": "ls"}\n\nNow.') == [WrittenCall("tool", {"command": "ls"}), "\n\nNow."]
    assert called("echo {a,b}") == called("{ ls; }") == []


@pytest.mark.parametrize(
    "piece", ["<read_file>\n<path>", "<read_file><path>a</path>x", "</path>", "tool call:\n{", "<a_b><c>"]
)
def test_the_time_is_linear(piece: str) -> None:
    """However often a call begins and does not end."""
    assert is_linear(lambda text: list(parts(f"<read_file>\n<path>{text}")), piece, length=100_000)
    assert is_linear(lambda text: list(parts(text)), piece, length=100_000)
