"""What a run read and wrote: of it what nothing else that is kept of the run says."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from knowledge.text.strings import abbreviated, one_line, portions
from knowledge.transcripts import Turn

PASSAGE = 600  # characters, about: of code, which has more tokens, a chunk of its own
NAME = 120  # characters of the command by which a passage says where it was read
WHOLE = 40  # characters of a line that says something by itself, and so is said once
_NEW = 3  # words that a passage has to add to what is kept
_MAX_VALUE = 8  # characters of a word with digits that tells something: a longer one is a hash
# Before a line of a file that was shown with the numbers of its lines.
_NUMBERED = re.compile(r"^[ \t]*\d{1,6}(?:→|\t|[ ]?[|:])[ \t]?", re.M)
_PATH = re.compile(r"[^\s=:/]*/[^\s=:]*")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Material:
    """A passage of what was read or written in the turn at `place`; `source` says by what, or to where."""

    place: int
    source: str
    text: str


def material(turns: Sequence[Turn], ran: Collection[int], known: Iterable[str], room: int) -> list[Material]:
    """Of what was read and written as much as fills `room` characters: the passages that add most words to the
    `known` texts and to each other, in the order of the log. What was `ran` at these places printed is no reading."""
    passages = list(_passages(turns, ran))
    return sorted(_covering(passages, _words(" ".join(known)), room), key=lambda one: one.place)


def _passages(turns: Sequence[Turn], ran: Collection[int]) -> Iterator[Material]:
    """All that was read or written, the last first; a long line that stood there before only once."""
    seen: set[str] = set()
    for place in range(len(turns) - 1, -1, -1):
        for source, text in _sources(turns[place], place in ran):
            lines = [line for line in _lines(text) if line not in seen]
            seen.update(line for line in lines if len(line) >= WHOLE)
            yield from (Material(place, source, portion) for portion in portions(" ".join(lines).strip(), PASSAGE))


def _sources(turn: Turn, was_run: bool) -> Iterator[tuple[str, str]]:
    """What the agent wrote into files or, where it only looked, what it was shown; each with where that stands."""
    if turn.speaker == "agent" and not turn.failed:
        yield from ((f"Written to `{_name(edit.path)}`", edit.new) for edit in turn.edits)
        if not turn.edits and not was_run:
            yield f"Read by `{_name(turn.command or '')}`", turn.output or ""


def _name(command: str) -> str:
    return abbreviated(one_line(command), NAME).replace("`", "'")


def _lines(text: str) -> list[str]:
    """What stands in each line, but for paths alone: that files are there says nothing of what is in them."""
    lines = map(one_line, _NUMBERED.sub("", text.replace("\r", "")).splitlines())
    return [line for line in lines if not _PATH.fullmatch(line)]


def _covering(passages: Sequence[Material], known: set[str], room: int) -> Iterator[Material]:
    """The passages that add most, one after the other. What one adds only shrinks as others are taken, so that each
    is weighed anew when its turn comes, and no other."""
    words = [_words(passage.text) for passage in passages]
    waiting = [(-len(own), at) for at, own in enumerate(words)]
    heapify(waiting)
    while waiting and room > 0:
        _, at = heappop(waiting)
        new = words[at] - known
        if waiting and waiting[0] < (-len(new), at):
            heappush(waiting, (-len(new), at))
        elif len(new) < _NEW:
            return
        else:
            known |= new
            room -= len(passages[at].text)
            yield passages[at]


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if len(word) <= _MAX_VALUE or not any(map(str.isdigit, word))}
