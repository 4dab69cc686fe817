"""Commands in VS Code's terminal."""

from typing import Any

import pytest
from knowledge.transcripts.formats.vscode_terminal import TerminalCommand, terminal_command

RAN = {
    "kind": "terminal",
    "commandLine": {"original": "make test"},
    "terminalCommandState": {"exitCode": 2, "timestamp": 1},
    "terminalCommandOutput": {"text": "1 failed", "lineCount": 1},
}


def test_a_command_has_its_exit_code_and_its_output() -> None:
    """Without an exit code it had not ended, or nobody knows."""
    assert terminal_command(RAN) == TerminalCommand("make test", 2, "1 failed")
    state = {"terminalCommandState": {"timestamp": 1}, "terminalCommandOutput": None}
    assert terminal_command({**RAN, **state}) == TerminalCommand("make test", None, "")


def test_a_line_counts_as_it_was_run() -> None:
    """What a person made of it comes before what the tool did, and both before what the agent typed."""
    lines = {"original": "make", "toolEdited": "make -j2"}
    edited = [terminal_command({"commandLine": one}) for one in (lines, {**lines, "userEdited": "make -j4"})]
    assert [one.line for one in edited if one] == ["make -j2", "make -j4"]


@pytest.mark.parametrize("data", [None, [], "make", {}, {"commandLine": "make"}, {"commandLine": {"original": ""}}])
def test_what_is_no_command_is_none(data: Any) -> None:
    """Other tools have data of their own."""
    assert terminal_command(data) is None
