"""What was said and done in a run, as passages to quote."""

from dataclasses import dataclass, replace
from typing import Literal

from knowledge.extraction import Proof
from knowledge.learnings.served_texts import ServedTexts
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun
from knowledge.text.recalled import repeats
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Edit, Turn
from knowledge.usecases.agent_complete.changed_files import changed_files
from knowledge.usecases.agent_complete.documents_read import documents_read
from knowledge.usecases.agent_complete.fresh import NoveltyFilter
from knowledge.usecases.agent_complete.run_ending import closing, todo_list
from knowledge.usecases.agent_complete.turn_passages import PASSAGE, RunSteps, pieces

PASSAGES = 120  # whose room is kept for what the agent said and did, the last of it
USER_PASSAGES = 200  # and of what the user said: all, but for pasted books
REQUEST = 160  # characters of what the user asked, above what was answered to it

NOTHING_SERVED = ServedTexts()
_Speaker = Literal["user", "agent", "log"]


@dataclass(frozen=True)
class EvidencePassage:
    """What somebody said or did, and the user's words that it answers, "" before the first.

    `log` where the log's form is not known, and so nobody's words. `name` is the user's, where the log tells it.
    """

    speaker: _Speaker
    text: str
    asked: str = ""
    name: str = ""


@dataclass(frozen=True, order=True)
class _PassagePlace:
    """Where a passage stands in the log."""

    turn: int
    is_of_document: bool
    order: int


def evidence(
    run: CleanRun, proof: Proof, task: str, limit: int = PASSAGES, served: ServedTexts = NOTHING_SERVED
) -> list[EvidencePassage]:
    """The user's words, and of the agent's, its commands, and its small edits the last, as much as fills `limit`
    passages of 800 characters; turns that say little make shorter ones.

    In the order of the log, without the task's text, what is said twice, what the agent only repeats of what it was
    `served`, and what tells of a user's memory; in the end what became of each file and of the run. Documents that it
    read take the room that is left; none where it is 0.
    """
    selection = _Selection(run, task, limit, served)
    selection.take_said_and_done(proof)
    selection.take_documents()
    requests = _requests(run.turns)
    passages = [
        (place.turn, EvidencePassage(speaker, text, requests[place.turn], run.turns[place.turn].name))
        for place, speaker, text in sorted(selection.kept)
    ]
    ends = [*changed_files(run, proof.edited, PASSAGE), todo_list(run, PASSAGE), closing(run, proof)]
    fit = [end for end in map(served.without_memory, ends) if passages and end and MARK not in end]
    return [*_packed(passages), *(EvidencePassage("log", end, requests[-1]) for end in fit)]


class _Selection:
    """What of a run is `kept`: where it stands, who says it, and its words.

    A turn is only read as long as there is room for who speaks there, of which the user has some of their own.
    """

    def __init__(self, run: CleanRun, task: str, limit: int, served: ServedTexts) -> None:
        self._run, self._fresh, self._served = run, NoveltyFilter(task), served
        self._users_room, self._room = USER_PASSAGES * PASSAGE if limit else 0, limit * PASSAGE
        self.kept: list[tuple[_PassagePlace, _Speaker, str]] = []

    def take_said_and_done(self, proof: Proof) -> None:
        """Takes what was said and done, what is worth most first."""
        turns, has_speakers, steps = self._run.turns, self._run.transcript.known, RunSteps(self._run, proof)
        others: _Speaker = "agent" if has_speakers else "log"
        for at in _by_worth(turns) if has_speakers else _spread(turns, self._room):
            turn = turns[at]
            speaker: _Speaker = "user" if turn.speaker == "user" else "log" if turn.speaker == "tool" else others
            quoted = list(enumerate(pieces(turn, at, steps, others))) if self._has_room(speaker) else []
            for order, (text, is_said) in reversed(quoted):
                self._take(_PassagePlace(at, False, order), speaker, text, is_said)
            self._fresh.end_turn()

    def take_documents(self) -> None:
        """Takes what the documents say that the agent read, the last first."""
        later: list[Edit] = []
        for at, turn in reversed(list(enumerate(self._run.turns))) if self._run.transcript.known else ():
            quoted = documents_read(turn, PASSAGE, later) if self._has_room("log") else []
            for order, text in enumerate(quoted):
                self._take(_PassagePlace(at, True, order), "log", text, is_said=False)
            later = [*(turn.edits if turn.failed is not True else ()), *later]

    def _take(self, place: _PassagePlace, speaker: _Speaker, text: str, is_said: bool) -> None:
        """Keeps the text where there is room for it, and it is new."""
        beside = is_said and speaker != "log" and self._run.transcript.known
        text = text if speaker == "user" else self._served.without_memory(text)
        if not self._has_room(speaker) or MARK in text or (speaker == "agent" and repeats(text, self._served.texts)):
            return
        if not self._fresh.take(text, is_said, beside=beside):
            return
        self.kept.append((place, speaker, text))
        if speaker == "user":
            self._users_room -= len(text)
        else:
            self._room -= len(text)

    def _has_room(self, speaker: _Speaker) -> bool:
        return (self._users_room if speaker == "user" else self._room) > 0


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
        if turn.speaker == "user" and (words := abbreviated(one_line(turn.prose), REQUEST)):
            asked = words
        requests.append(asked)
    return requests


def _packed(passages: list[tuple[int, EvidencePassage]]) -> list[EvidencePassage]:
    """Pieces of one turn together, as long as they make no more than a passage: what is said at once is about one
    thing, and a passage about several is found by none."""
    packed: list[tuple[int, EvidencePassage]] = []
    for place, piece in passages:
        before, last = packed[-1] if packed else (-1, piece)
        if before == place and len(last.text) + len(piece.text) <= PASSAGE:
            packed[-1] = (place, replace(piece, text=f"{last.text}\n{piece.text}"))
        else:
            packed.append((place, piece))
    return [passage for _, passage in packed]
