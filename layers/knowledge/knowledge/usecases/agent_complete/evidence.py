"""What was said in a run and what failed in it, as passages to quote."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from knowledge.extraction import Proof
from knowledge.extraction.models import Failure
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun
from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Turn

PASSAGE = 500  # characters of a passage, about
PASSAGES = 40  # whose room is kept for what the agent said and what failed, the last of it
USER_PASSAGES = 200  # and of what the user said: all, but for pasted books
_MIN_WORDS, _MAX_COPY = 4, 0.8
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")


@dataclass(frozen=True)
class Passage:
    """What somebody said; `log` where the log's form is not known, and so nobody's words."""

    speaker: Literal["user", "agent", "log"]
    text: str


def evidence(run: CleanRun, proof: Proof, task: str, limit: int = PASSAGES) -> list[Passage]:
    """The user's words, and of the agent's prose and the commands that failed the last, as much as fills `limit`
    passages of 500 characters; turns that say little make shorter ones.

    In the order of the log, without the task's text and what is said twice; none where `limit` is 0.
    """
    fresh = _Fresh(task)
    failures = {failure.place: failure for failure in proof.failures}
    room = {True: USER_PASSAGES * PASSAGE if limit else 0, False: limit * PASSAGE}
    pieces: list[tuple[int, Passage]] = []
    others: Literal["agent", "log"] = "agent" if run.transcript.known else "log"
    # From the end: of two that say the same the later is kept.
    for place in range(len(run.turns) - 1, -1, -1):
        turn = run.turns[place]
        theirs = turn.speaker == "user"
        for piece in reversed(list(_pieces(turn, failures.get(place), others))) if room[theirs] > 0 else ():
            if room[theirs] > 0 and MARK not in piece and fresh.take(piece):
                room[theirs] -= len(piece)
                pieces.append((place, Passage("user" if theirs else others, piece)))
    return _packed(pieces[::-1])


def _packed(pieces: list[tuple[int, Passage]]) -> list[Passage]:
    """Pieces of one turn together, as long as they make no more than a passage: what is said at once is about one
    thing, and a passage about several is found by none."""
    packed: list[tuple[int, Passage]] = []
    for place, piece in pieces:
        before, last = packed[-1] if packed else (-1, piece)
        if before == place and len(last.text) + len(piece.text) <= PASSAGE:
            packed[-1] = (place, Passage(piece.speaker, f"{last.text}\n{piece.text}"))
        else:
            packed.append((place, piece))
    return [passage for _, passage in packed]


def _pieces(turn: Turn, failure: Failure | None, others: str) -> Iterator[str]:
    """What a turn has to quote: prose by a person or the agent; the command that failed with its error."""
    prose = turn.prose if turn.speaker in ("user", "agent") else turn.output or "" if others == "log" else ""
    for paragraph in _PARAGRAPH.split(prose):
        said = one_line(paragraph)
        if others != "log" or _is_prose(said):
            yield from [said] if len(said) <= PASSAGE else (abbreviated(part, PASSAGE) for part in sentences(said))
    if failure and failure.error:
        command = abbreviated(one_line(failure.command), 200).replace("`", "'")
        yield f"`{command}` failed: `{failure.error}`"


def _is_prose(text: str) -> bool:
    """Whether it is words rather than data: four characters of five are letters, spaces and marks of a sentence."""
    return sum(char.isalpha() or char in " .,;:'-" for char in text) >= 0.8 * len(text)


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
