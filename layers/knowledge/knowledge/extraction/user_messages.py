"""What a user said in a run, message by message."""

from collections.abc import Iterator, Sequence

from knowledge.text.strings import one_line
from knowledge.transcripts import Turn
from knowledge.transcripts.fences import ends_in_commands

MAX_MESSAGE = 300  # characters; a longer one is a task with conditions of its own


def user_messages(turns: Sequence[Turn]) -> Iterator[tuple[str, str]]:
    """Each message of the user's, and what it answered; none that may be what a program gave back for a turn of the
    agent's that ends in commands."""
    answered, before = "", ""
    for turn in turns:
        if turn.speaker == "agent" and (turn.prose or turn.command):
            answered = turn.prose or f"`{one_line(turn.command or '')}`"
        elif turn.speaker == "user" and not turn.command and not ends_in_commands(before):
            yield turn.prose, answered
        before = turn.text if turn.speaker == "agent" and not turn.command else ""


def is_set_alone(turns: Sequence[Turn], messages: Sequence[str]) -> bool:
    """Whether all that the user said is one task, which the agent went to work on: what it must be like is of it."""
    return len(messages) == 1 and any(turn.speaker == "agent" and turn.command for turn in turns)
