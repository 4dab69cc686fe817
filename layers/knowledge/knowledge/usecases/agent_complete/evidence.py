"""What was said in a run and what failed in it, as passages to quote."""

import re
from collections.abc import Iterable, Iterator

from knowledge.extraction import Proof
from knowledge.extraction.models import Failure
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun
from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Turn

PASSAGE = 500  # characters of a passage, about
PASSAGES = 40  # that are kept of what the agent said and what failed, the last ones
USER = "User: "
USER_PASSAGES = 200  # and of what the user said: all, but for pasted books
_MIN_WORDS, _MAX_COPY = 4, 0.8


def evidence(run: CleanRun, proof: Proof, task: str, limit: int = PASSAGES) -> list[str]:
    """The user's words, the last `limit` passages of the agent's prose and of failures, and its last words.

    In the order of the log, without the task's text and what is said twice; none where `limit` is 0.
    """
    fresh = _Fresh(task)
    failures = {failure.place: failure for failure in proof.failures}
    room = {True: USER_PASSAGES if limit else 0, False: limit}
    kept: list[str] = []
    # From the end: of two that say the same the later is kept.
    for place in range(len(run.turns) - 1, -1, -1):
        turn = run.turns[place]
        theirs = turn.speaker == "user"
        for passage in reversed(list(_of_turn(turn, failures.get(place)))) if room[theirs] > 0 else ():
            if room[theirs] > 0 and MARK not in passage and fresh.take(passage):
                room[theirs] -= 1
                kept.append(f"{USER}{passage}" if theirs else passage)
    return kept[::-1]


def passages(text: str) -> Iterator[str]:
    """A text in pieces of about `PASSAGE` characters, cut between paragraphs, else between sentences."""
    piece = ""
    for part in _parts(text):
        if piece and len(piece) + len(part) > PASSAGE:
            yield piece
            piece = ""
        piece = f"{piece}\n{part}" if piece else part
    if piece:
        yield piece


def _parts(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)", text):
        said = one_line(paragraph)
        if len(said) <= PASSAGE:
            yield from [said] if said else []
        else:
            yield from (abbreviated(sentence, PASSAGE) for sentence in sentences(said))


def _of_turn(turn: Turn, failure: Failure | None) -> Iterable[str]:
    """What a turn has to quote: prose by a person or the agent; the command that failed with its error."""
    if turn.speaker in ("user", "agent"):
        yield from passages(turn.prose)
    if failure and failure.error:
        command = abbreviated(one_line(failure.command), 200)
        yield f"`{command.replace('`', chr(39))}` failed: `{failure.error}`"


class _Fresh:
    """Tells what was not said before, in nearly the same words."""

    def __init__(self, task: str) -> None:
        self._known: list[frozenset[str]] = []
        self._task = frozenset(_words(task))

    def take(self, passage: str) -> bool:
        """Whether the passage says something new; if so, it is known from now on."""
        words = frozenset(_words(passage))
        if len(words) < _MIN_WORDS or len(words & self._task) >= _MAX_COPY * len(words):
            return False
        if any(len(words & known) >= _MAX_COPY * len(words) for known in self._known):
            return False
        self._known.append(words)
        return True


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
