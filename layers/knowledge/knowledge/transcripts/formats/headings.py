"""Conversations in Markdown of no known form: headings, or bold lines, that are a speaker's name and nothing else."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge.transcripts import cline_messages, written_calls
from knowledge.transcripts.fences import Fences, unfenced
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, alternating, headed
from knowledge.transcripts.speakers import speaker_named, without_notes

NAME = "headings"
# A heading, or a line that is bold from end to end; exports may count them: `1. User`, `Message 14 - User`.
_LABEL = re.compile(
    r"(?P<mark>#{1,6} |\*\*)(?:(?:(?P<counted>[A-Za-z]{1,20}) #?)?(?P<number>\d{1,6})(?:[.):]| [-–—]) )?"
    r"(?P<name>[^\n]{1,200})$"
)
# With a time or a sign no answer's own heading names the user, and two may follow each other.
_DRESSED = re.compile(r"[^\w\s]|\d")
_NOTED, _TIMED = re.compile(r"[(\[]"), re.compile(r"\d")  # `Agent (Opus)`, `User 10:30`
_RECUR = 3  # labels, of whomever, from which on they are no chapters
# What a program answers under the user's name.
_PRINTED = re.compile(r"\W{0,8}(?:tool|function|command) (?:response|result|output)s?\b[^\w\n]{0,8}", re.I)
_ERROR = re.compile(r"\W{0,4}error\b", re.I)  # the word that such an answer begins with where the tool failed


def recognises(log: Log) -> bool:
    """Whether the user and the agent are named by labels of one form, again and again."""
    counted = Counter(section.speaker for section in _sections(log.text.splitlines()))
    return counted.total() >= _RECUR and {"user", "agent"} <= counted.keys()


def begins(log: Log) -> int | None:
    """The line of its first label."""
    return log.first(_label)


def read(log: Log, recorder: Recorder) -> None:
    """Records what stands below each label; what stands above the first is nobody's."""
    lines = log.text.splitlines()
    sections = _sections(lines)
    recorder.say("system", "\n".join(lines[: sections[0].index]))
    for section in sections:
        recorder.place(section.index)
        if section.speaker == "tool":
            recorder.result(section.text)
        elif section.speaker == "user" and _PRINTED.match(section.text):
            _printed(section.text, recorder)
        elif section.speaker == "user" and cline_messages.is_sent(section.text):
            cline_messages.record(section.text, recorder)
        elif section.speaker == "agent":
            _answer(section.text, recorder)
        else:
            chat.record_saying(section.text, section.speaker, recorder)


def _printed(text: str, recorder: Recorder) -> None:
    """What tools answered, below a label each, without the fence that holds it."""
    lines = text.splitlines()
    fences = Fences(lines)
    marks = [index for index, line in enumerate(lines) if not fences.holds(index) and _PRINTED.fullmatch(line)]
    labelled = marks[:1] == [0]  # else the first label goes on: `Tool result for make: done`
    for begin, end in pairwise([*marks, len(lines)]) if labelled else [(-1, len(lines))]:
        output = unfenced("\n".join(lines[begin + 1 : end]))
        chat.result(output, recorder, failed=bool(_ERROR.match(output)))


def _answer(text: str, recorder: Recorder) -> None:
    """What the agent says, and its calls where it says them."""
    prose = ""
    for part in written_calls.parts(text):
        if isinstance(part, str):
            prose = f"{prose}\n\n{part}"
        else:
            chat.call(part.name, part.arguments, None, recorder, prose)
            prose = ""
    recorder.say("agent", prose)


def _sections(lines: Sequence[str]) -> list[LogSection]:
    """The sections by labels that are written as the first of their speaker: an answer's own headings are others."""
    labels = _LogLabels(lines)
    return headed(lines, labels.speaker) if labels.are_dressed else alternating(lines, labels.speaker)


@dataclass(frozen=True)
class _HeadingLabel:
    """A line that names a speaker and nothing else, and the number before the name, with the word for what is
    counted."""

    speaker: Speaker
    mark: str
    counted: str
    number: int | None
    name: str

    @property
    def is_dressed(self) -> bool:
        """Whether it has what no answer's own heading has: a sign, a time, a word for what is counted."""
        return bool(self.counted or _DRESSED.search(self.name.strip("*: ")))

    @property
    def form(self) -> tuple[object, ...]:
        """What a speaker's labels share: the mark; but for an agent's, which may name the model, also the words, and
        whether there are a note and a time."""
        dress = (without_notes(self.name), bool(_NOTED.search(self.name)), bool(_TIMED.search(self.name)))
        return (self.mark, *(dress if self.speaker != "agent" else ()))


def _label(line: str) -> _HeadingLabel | None:
    parts = _LABEL.match(line.rstrip())
    speaker = speaker_named(parts["name"]) if parts else None
    if parts is None or speaker is None:
        return None
    number = int(parts["number"]) if parts["number"] else None
    return _HeadingLabel(speaker, parts["mark"], parts["counted"] or "", number, parts["name"])


class _LogLabels:
    """The labels of one log, whose lines are asked for in order."""

    def __init__(self, lines: Sequence[str]) -> None:
        named = list(filter(None, map(_label, lines)))
        self._counted = named[0].counted if named else ""
        labels = [label for label in named if label.counted == self._counted]
        self._first = self._next = labels[0].number if labels else None
        self._bearers = Counter(label.number for label in labels)
        self._forms: dict[Speaker, tuple[object, ...]] = {}
        asking = next((label for label in labels if label.speaker == "user"), None)
        self.are_dressed = asking is not None and asking.is_dressed

    def speaker(self, line: str) -> Speaker | None:
        """Whose label the line is; None where it is a heading of what somebody says."""
        label = _label(line)
        if label is None or label.counted != self._counted or not self._goes_on(label.number):
            return None
        return label.speaker if label.form == self._forms.setdefault(label.speaker, label.form) else None

    def _goes_on(self, number: int | None) -> bool:
        """Whether it is the next number, or none where the first label has none. Of two labels that bear one number
        nobody knows which is an answer's chapter, but of the first."""
        if number is None or number != self._next:
            return number == self._next
        self._next = number + 1
        return number == self._first or self._bearers[number] == 1
