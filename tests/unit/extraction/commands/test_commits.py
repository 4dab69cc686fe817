"""Commits and pushes that failed."""

import pytest
from knowledge.extraction.commands.actions import actions
from knowledge.extraction.commands.commits import is_refused

from tests.unit.extraction.logs import ran


@pytest.mark.parametrize(
    "output",
    [
        "fatal: could not read Username for 'https://example.com': No such device or address",
        "remote: error: GH013\n ! [remote rejected] main -> main (pre-receive hook declined)",
        "ruff.....Failed\n- hook id: ruff\n- exit code: 1", "error: src refspec main does not match any",
    ],
)  # fmt: skip
def test_git_a_server_and_a_hook_say_that_they_refuse(output: str) -> None:
    """Where no exit code does; what was made after it counts."""
    line = "git -C shop commit -m x && git push 2>&1 | tail -3"
    assert is_refused(actions([ran(line, output, None)]))
    assert not is_refused(actions([ran(line, f"{output}\n[detached HEAD 4f2a9c1] Round", None)]))
    assert not is_refused(actions([ran("git log", output, None)]))
