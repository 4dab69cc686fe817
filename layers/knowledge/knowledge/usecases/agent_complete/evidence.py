"""What was said and done in a run, as passages to quote."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Literal

from knowledge.extraction import Proof
from knowledge.privacy.emails import MARK
from knowledge.privacy.quarantine import reason_to_hold
from knowledge.privacy.runs import CleanRun
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.changed_files import changed_files
from knowledge.usecases.agent_complete.documents_read import documents_read
from knowledge.usecases.agent_complete.fresh import NoveltyFilter
from knowledge.usecases.agent_complete.run_ending import closing, todo_list
from knowledge.usecases.agent_complete.turn_passages import PASSAGE, RunSteps, pieces

PASSAGES = 120  # whose room is kept for what the agent said and did, the last of it
USER_PASSAGES = 200  # and of what the user said: all, but for pasted books
REQUEST = 160  # characters of what the user asked, above what was answered to it

_Speaker = Literal["user", "agent", "log"]


@dataclass(frozen=True)
class EvidencePassage:
    """What somebody said or did, and the user's words that it answers, "" before the first.

    `log` where the log's form is not known, and so nobody's words.
    """

    speaker: _Speaker
    text: str
    asked: str = ""


_Place = tuple[int, int, int]  # of a piece: its turn, whether it is of what was read there, and its order
_Piece = tuple[_Place, str, _Speaker, bool]  # its words, who said so, and whether somebody did


def evidence(run: CleanRun, proof: Proof, task: str, limit: int = PASSAGES) -> list[EvidencePassage]:
    """The user's words, and of the agent's, its commands, and its small edits the last, as much as fills `limit`
    passages of 800 characters; turns that say little make shorter ones.

    In the order of the log, without the task's text, what is said twice, and what would be held as a learning; in the
    end what became of each file and of the run. Documents that it read take the room that is left; none where it is 0.
    """
    fresh, requests = NoveltyFilter(task), _requests(run.turns)
    room = {True: USER_PASSAGES * PASSAGE if limit else 0, False: limit * PASSAGE}
    kept: list[tuple[_Place, EvidencePassage]] = []
    for place, piece, speaker, is_said in chain(_said_and_done(run, proof, room), _read(run, room)):
        theirs = speaker == "user"
        if room[theirs] > 0 and MARK not in piece and fresh.take(piece, is_said) and not reason_to_hold(piece):
            room[theirs] -= len(piece)
            kept.append((place, EvidencePassage(speaker, piece, requests[place[0]])))
    passages = [(place[0], passage) for place, passage in sorted(kept, key=itemgetter(0))]
    ends = [*changed_files(run, PASSAGE), todo_list(run, PASSAGE), closing(run, proof)] if passages else []
    fit = [end for end in ends if end and MARK not in end and not reason_to_hold(end)]
    return [*_packed(passages), *(EvidencePassage("log", end, requests[-1]) for end in fit)]


def _said_and_done(run: CleanRun, proof: Proof, room: dict[bool, int]) -> Iterator[_Piece]:
    """What was said and done, what is worth most first, as long as there is room for it."""
    steps = RunSteps(run, proof)
    others: _Speaker = "agent" if run.transcript.known else "log"
    for place in _by_worth(run.turns) if run.transcript.known else _spread(run.turns, room[False]):
        turn = run.turns[place]
        speaker: _Speaker = "user" if turn.speaker == "user" else "log" if turn.speaker == "tool" else others
        quoted = list(enumerate(pieces(turn, place, steps, others))) if room[speaker == "user"] > 0 else []
        for order, (piece, is_said) in reversed(quoted):
            yield (place, 0, order), piece, speaker, is_said


def _read(run: CleanRun, room: dict[bool, int]) -> Iterator[_Piece]:
    """What the documents say that the agent read, the last first, as long as there is room for it."""
    changed_later: set[str] = set()
    for place in range(len(run.turns) - 1, -1, -1) if run.transcript.known else ():
        turn = run.turns[place]
        for order, piece in enumerate(documents_read(turn, PASSAGE, changed_later) if room[False] > 0 else ()):
            yield (place, 1, order), piece, "log", False
        changed_later |= {edit.path for edit in turn.edits if turn.failed is not True}


def _by_worth(turns: tuple[Turn, ...]) -> list[int]:
    """The places of the turns in the order in which they take the room: what people said and what was answered to
    them in the end, over the whole run; then the rest; and what the agent only thought. Of each the last first, so
    that of two that say the same the later is kept."""
    worth: dict[int, int] = {}
    is_answered = False
    for place in range(len(turns) - 1, -1, -1):
        turn = turns[place]
        is_answer = turn.speaker == "agent" and bool(turn.prose) and not turn.thought and not is_answered
        worth[place] = 0 if turn.speaker == "user" or is_answer else 2 if turn.thought else 1
        is_answered = turn.speaker != "user" and (is_answered or is_answer)
    return sorted(worth, key=lambda place: (worth[place], -place))


def _spread(turns: tuple[Turn, ...], room: int) -> list[int]:
    """The places of turns that nobody is known to have said, as they take the room: as many from everywhere as fill it,
    the last of each round first; then those between."""
    total = sum(len(turn.output or "") for turn in turns)
    step = max(-(-total // max(room, 1)), 1)
    return sorted(range(len(turns)), key=lambda place: ((len(turns) - 1 - place) % step, -place))


def _requests(turns: tuple[Turn, ...]) -> list[str]:
    """For each turn what the user had said last, shortened; "" before the first."""
    asked, requests = "", list[str]()
    for turn in turns:
        if turn.speaker == "user" and (words := one_line(turn.prose)):
            asked = "" if reason_to_hold(words) else abbreviated(words, REQUEST)
        requests.append(asked)
    return requests


def _packed(passages: list[tuple[int, EvidencePassage]]) -> list[EvidencePassage]:
    """Pieces of one turn together, as long as they make no more than a passage: what is said at once is about one
    thing, and a passage about several is found by none."""
    packed: list[tuple[int, EvidencePassage]] = []
    for place, piece in passages:
        before, last = packed[-1] if packed else (-1, piece)
        if before == place and len(last.text) + len(piece.text) <= PASSAGE:
            packed[-1] = (place, EvidencePassage(piece.speaker, f"{last.text}\n{piece.text}", piece.asked))
        else:
            packed.append((place, piece))
    return [passage for _, passage in packed]
