"""Commands that did not end by themselves."""

import pytest
from knowledge.extraction.commands.time_limits import was_ended


@pytest.mark.parametrize(
    "words",
    [
        "listening\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 4000 ms\n</bash_metadata>",
        "Command timed out after 120 seconds",
        "EXECUTION TIMED OUT",
        "[The command timed out after 120.0 seconds.]",
        "The command was cancelled because it took more than 25 seconds.",
        "Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output.",
        "<warning>The last command timed out and has been killed.",
        f"<warning>The last command <command>pytest {'tests/test_a.py ' * 8}</command> timed out and has been killed.",
    ],
)
def test_a_tool_says_that_it_ended_a_command(words: str) -> None:
    """Where it knows of no exit code, or killed it; an exit code of the command's own says that it ended by itself."""
    assert was_ended(None, words) and was_ended(137, words)
    assert not was_ended(1, words)


def test_an_exit_code_says_so_alone() -> None:
    """That of `timeout`, of a polite signal and of a person; what was killed may have taken too much memory."""
    assert was_ended(124, "") and was_ended(143, "") and was_ended(130, "")
    assert not was_ended(137, "") and not was_ended(None, "") and not was_ended(0, "")


@pytest.mark.parametrize(
    "words", ["Error: connection timed out", "E   TimeoutExpired: Command 'make' timed out", "the timeout of a command"]
)
def test_what_a_program_says_of_others_is_another_thing(words: str) -> None:
    """Of a connection, or of what it ran itself."""
    assert not was_ended(None, words)
