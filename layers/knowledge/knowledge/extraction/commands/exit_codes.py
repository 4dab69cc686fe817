"""What a log's exit codes tell of the commands that have none."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.text import shell
from knowledge.transcripts import Turn

_FEW = 2  # one may be what the command itself printed


def with_successes(turns: Sequence[Turn]) -> Sequence[Turn]:
    """The turns, of which the commands that came to an end succeeded where their tool states exit codes, and none but
    of failures: it does so whenever a command fails."""
    codes = [turn.exit_code for turn in turns if turn.exit_code is not None and not _prints_code(turn)]
    if len(codes) < _FEW or not all(codes):
        return turns
    tools = {turn.tool for turn in turns if turn.exit_code}
    return [replace(turn, failed=False) if _is_silent(turn) and turn.tool in tools else turn for turn in turns]


def _is_silent(turn: Turn) -> bool:
    """Whether it has an output, and nothing says how it ended."""
    return bool(turn.command and turn.output) and turn.failed is None and turn.exit_code is None and not turn.stopped


def _prints_code(turn: Turn) -> bool:
    """Whether the command line itself prints one."""
    return shell.printed_exit_code(turn.command or "", turn.output or "") is not None
