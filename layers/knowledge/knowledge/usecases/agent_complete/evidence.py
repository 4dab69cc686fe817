"""What was said in a run and what failed in it, as passages to quote."""

import re
from collections.abc import Iterator

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
    """The user's words, and of the agent's prose and the commands that failed the last `limit` passages.

    In the order of the log, without the task's text and what is said twice; none where `limit` is 0.
    """
    fresh = _Fresh(task)
    failures = {failure.place: failure for failure in proof.failures}
    room = {True: USER_PASSAGES * PASSAGE if limit else 0, False: limit * PASSAGE}
    pieces: list[tuple[bool, str]] = []
    # From the end: of two that say the same the later is kept.
    for place in range(len(run.turns) - 1, -1, -1):
        turn = run.turns[place]
        theirs = turn.speaker == "user"
        for piece in reversed(list(_pieces(turn, failures.get(place)))) if room[theirs] > 0 else ():
            if room[theirs] > 0 and MARK not in piece and fresh.take(piece):
                room[theirs] -= len(piece)
                pieces.append((theirs, piece))
    return list(_packed(pieces[::-1], limit))


def _packed(pieces: list[tuple[bool, str]], limit: int) -> Iterator[str]:
    """Neighbours by the same speaker together, as long as they make no more than a passage."""
    packed: list[tuple[bool, str]] = []
    for theirs, piece in pieces:
        if packed and packed[-1][0] == theirs and len(packed[-1][1]) + len(piece) <= PASSAGE:
            packed[-1] = (theirs, f"{packed[-1][1]}\n{piece}")
        else:
            packed.append((theirs, piece))
    left_out = max(sum(not theirs for theirs, _ in packed) - limit, 0)
    for theirs, passage in packed:
        if theirs or not left_out:
            yield f"{USER}{passage}" if theirs else passage
        else:
            left_out -= 1


def _pieces(turn: Turn, failure: Failure | None) -> Iterator[str]:
    """What a turn has to quote: prose by a person or the agent; the command that failed with its error."""
    for paragraph in _PARAGRAPH.split(turn.prose) if turn.speaker in ("user", "agent") else ():
        said = one_line(paragraph)
        yield from [said] if len(said) <= PASSAGE else (abbreviated(part, PASSAGE) for part in sentences(said))
    if failure and failure.error:
        command = abbreviated(one_line(failure.command), 200).replace("`", "'")
        yield f"`{command}` failed: `{failure.error}`"


_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")


class _Fresh:
    """Tells what was not said before, in nearly the same words."""

    def __init__(self, task: str) -> None:
        self._task = frozenset(_words(task))
        self._known: list[frozenset[str]] = []

    def take(self, piece: str) -> bool:
        """Whether the piece says something new; if so, it is known from now on."""
        words = frozenset(_words(piece))
        enough = _MAX_COPY * len(words)
        if len(words) < _MIN_WORDS or len(words & self._task) >= enough:
            return False
        if any(len(words & known) >= enough for known in self._known):
            return False
        self._known.append(words)
        return True


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
