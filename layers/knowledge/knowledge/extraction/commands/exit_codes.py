"""What a log's exit codes tell of the commands that have none."""

import re
from collections.abc import Sequence
from dataclasses import replace

from knowledge.extraction.commands import results
from knowledge.text import shell
from knowledge.transcripts import Turn
from knowledge.transcripts.tool_calls import exit_code

_FEW = 2  # one may be what the command itself printed
# As a tool states it on a line of its own; a runner of tasks says what failed: `Command failed with exit code 1.`
_STATED = re.compile(r"\W{0,4}(?:\w{1,9} )?exit(?:ed with(?: exit)?)? ?code:? {0,2}-?\d{1,10}\W{0,4}", re.I)


def with_successes(turns: Sequence[Turn]) -> Sequence[Turn]:
    """The turns, of which the commands that came to an end succeeded where their tool states exit codes, and none but
    of failures: it does so whenever a command fails."""
    stated = [turn for turn in turns if turn.exit_code is not None and _is_tools_own(turn)]
    if len(stated) < _FEW or not all(turn.exit_code for turn in stated):
        return turns
    tools = {turn.tool for turn in stated}
    return [replace(turn, failed=False) if _is_silent(turn) and turn.tool in tools else turn for turn in turns]


def _is_silent(turn: Turn) -> bool:
    """Whether it has an output, and nothing says how it ended, nor that it went wrong."""
    is_open = turn.failed is None and turn.exit_code is None and not turn.stopped
    return is_open and bool(turn.command and turn.output) and not results.looks_failed(turn.output or "")


def _is_tools_own(turn: Turn) -> bool:
    """Whether the tool states the exit code, beside the output or on its first or last line, and not what was run."""
    output = turn.output or ""
    if shell.printed_exit_code(turn.command or "", output) is not None:
        return False
    first, *others = output.strip().splitlines() or [""]
    return exit_code(output) is None or any(map(_STATED.fullmatch, [first, *others[-1:]]))
