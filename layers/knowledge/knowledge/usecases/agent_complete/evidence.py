"""What was said and done in a run, as passages to quote."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import itemgetter
from typing import Literal

from knowledge.extraction import Proof
from knowledge.extraction.commands.actions import is_shell
from knowledge.extraction.commands.results import telling
from knowledge.privacy.emails import MARK
from knowledge.privacy.quarantine import reason_to_hold
from knowledge.privacy.runs import CleanRun
from knowledge.text import shell
from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated, one_line, portions
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.changed_files import changed_files
from knowledge.usecases.agent_complete.documents_read import documents_read
from knowledge.usecases.agent_complete.fresh import NoveltyFilter
from knowledge.usecases.agent_complete.run_ending import closing, todo_list

PASSAGE = 800  # characters of a passage, about: what a small embedding model reads at once, with its heading
PASSAGES = 120  # whose room is kept for what the agent said and did, the last of it
USER_PASSAGES = 200  # and of what the user said: all, but for pasted books
OUTPUT = 800  # characters of a command, and of what it said, that are quoted
EDIT = 160  # characters of a text that an edit changes
INTENT = 160  # characters that lead to an action of which nothing is told, at most
THOUGHT = 1600  # and of what the agent thought in one go, the end: a longer one mostly turns round its own guesses
REQUEST = 160  # characters of what the user asked, above what was answered to it
_CODE, _TICKS = re.compile(r"`[^`]+`"), re.compile(r"`+")
# A blank line, or a list item's beginning: each item says something of its own.
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")

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
    pieces = [(place[0], passage) for place, passage in sorted(kept, key=itemgetter(0))]
    ends = [*changed_files(run, PASSAGE), todo_list(run, PASSAGE), closing(run, proof)] if pieces else []
    fit = [end for end in ends if end and MARK not in end and not reason_to_hold(end)]
    return [*_packed(pieces), *(EvidencePassage("log", end, requests[-1]) for end in fit)]


def _said_and_done(run: CleanRun, proof: Proof, room: dict[bool, int]) -> Iterator[_Piece]:
    """What was said and done, what is worth most first, as long as there is room for it."""
    steps = _RunSteps(run, proof)
    others: _Speaker = "agent" if run.transcript.known else "log"
    for place in _by_worth(run.turns) if run.transcript.known else _spread(run.turns, room[False]):
        turn = run.turns[place]
        speaker: _Speaker = "user" if turn.speaker == "user" else "log" if turn.speaker == "tool" else others
        pieces = list(enumerate(_pieces(turn, place, steps, others))) if room[speaker == "user"] > 0 else []
        for order, (piece, is_said) in reversed(pieces):
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


def _packed(pieces: list[tuple[int, EvidencePassage]]) -> list[EvidencePassage]:
    """Pieces of one turn together, as long as they make no more than a passage: what is said at once is about one
    thing, and a passage about several is found by none."""
    packed: list[tuple[int, EvidencePassage]] = []
    for place, piece in pieces:
        before, last = packed[-1] if packed else (-1, piece)
        if before == place and len(last.text) + len(piece.text) <= PASSAGE:
            packed[-1] = (place, EvidencePassage(piece.speaker, f"{last.text}\n{piece.text}", piece.asked))
        else:
            packed.append((place, piece))
    return [passage for _, passage in packed]


class _RunSteps:
    """What the agent did at a place of the log, in words: the command as it was typed and what it said; the edit."""

    def __init__(self, run: CleanRun, proof: Proof) -> None:
        self._last = len(run.turns) - 1
        self._failed = {failure.place for failure in proof.failures}
        self._ran = proof.ran
        self._is_answered = any(turn.output is not None for turn in run.turns)

    def at(self, place: int, turn: Turn) -> Iterator[str]:
        command = _code(shell.on_one_line(turn.command or ""))
        output = telling(turn.output or "", OUTPUT)
        if place in self._failed:
            yield f"{command} failed{f': {_code(output)}' if output else ''}"
        elif turn.stopped:
            yield f"{command} was stopped by the user"
        elif turn.command and (place in self._ran or self._is_brief(turn, output)):
            yield f"Ran {command}{f', which said: {_code(output)}' if output else ''}"
        for edit in turn.edits if turn.failed is not True else ():
            old, new = (abbreviated(one_line(text), EDIT) for text in (edit.old, edit.new))
            if old != new:
                yield f"Changed `{edit.path}`: {_code(old) if old else 'added'}{' → ' if old else ' '}{_code(new)}"

    def ends(self, place: int) -> bool:
        """Whether the run ended there: what is said with the last action, a harness's `submit`, sums it up."""
        return place == self._last

    def _is_brief(self, turn: Turn, output: str) -> bool:
        """Whether a command that only looked has an answer to quote: a version, a listing, a row; no file, no edit. In
        a log without any answers it is told that it ran."""
        is_told = bool(output) or not self._is_answered
        return is_told and is_shell(turn) and not turn.edits and len(turn.output or "") <= OUTPUT


def _code(text: str) -> str:
    """The text, shortened, between more backticks than it has together itself."""
    shown = abbreviated(one_line(text), OUTPUT)
    fence = "`" * (max(map(len, _TICKS.findall(shown)), default=0) + 1)
    space = " " if "`" in shown else ""
    return f"{fence}{space}{shown}{space}{fence}" if shown else "nothing"


def _pieces(turn: Turn, place: int, steps: _RunSteps, others: str) -> list[tuple[str, bool]]:
    """What a turn has to quote: what a person or the agent said, short code included, and what the agent did; each with
    whether somebody said it."""
    text = turn.quotable if turn.speaker in ("user", "agent") else turn.output or "" if others == "log" else ""
    acts = list(steps.at(place, turn)) if turn.speaker == "agent" else _reports(turn) if others == "agent" else []
    if turn.command and not acts and len(text) <= INTENT and not steps.ends(place):
        # "Let me look at the file first": what came of it is told afterwards, what led to it is not.
        return [(one, True) for one in sentences(one_line(text))[:-1]]
    prose = list(_prose(text, others == "log"))
    said_in = _ending(prose) if turn.thought else prose
    return [*((piece, True) for piece in said_in), *((piece, False) for piece in acts)]


def _ending(thoughts: list[str]) -> list[str]:
    """What the agent came to, of all that it thought in one go: guesses that it took back stand before."""
    sizes = list(accumulate(len(thought) for thought in reversed(thoughts)))
    return thoughts[len(thoughts) - max(sum(size <= THOUGHT for size in sizes), 1) :]


def _reports(turn: Turn) -> list[str]:
    """What the agent's own program said: no command shows it."""
    report = telling(turn.output or turn.text, OUTPUT) if turn.speaker == "tool" else ""
    return [f"The program {'failed' if turn.failed else 'said'}: {_code(report)}"] if report else []


def _prose(text: str, unknown: bool) -> Iterator[str]:
    for line in _paragraphs(text):
        if not unknown or _is_prose(line):
            whole = [line] if len(line) <= PASSAGE else sentences(line)
            yield from (part for sentence in whole for part in portions(sentence, PASSAGE))


def _paragraphs(text: str) -> list[str]:
    """Each on one line; code that is a paragraph of its own ends the one before, which led to it."""
    lines: list[str] = []
    for line in map(one_line, _PARAGRAPH.split(text)):
        if lines and _CODE.fullmatch(line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def _is_prose(text: str) -> bool:
    """Whether it is words rather than data: four characters of five are letters, spaces and marks of a sentence."""
    return sum(char.isalpha() or char in " .,;:'-" for char in text) >= 0.8 * len(text)
