"""What a user said in a run: message by message, and line by line."""

from collections.abc import Iterable, Iterator, Sequence

from knowledge.text.sentences import item
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


def sent_apart(messages: Iterable[str]) -> Iterator[set[str]]:
    """The lines of each longer message; of those that begin alike once, as a program sends its task anew."""
    by_task = {message.strip().partition("\n")[0]: message for message in messages}
    return ({*lines_of(message)} for message in by_task.values())


def lines_of(message: str) -> list[str]:
    """The lines of a longer message, without the marks of a list; none that only leads to what follows."""
    lines = (one_line(item(line) or line) for line in message.splitlines()) if len(message) > MAX_MESSAGE else ()
    return [line for line in lines if len(line) <= MAX_MESSAGE and not line.rstrip("*_").endswith(":")]
