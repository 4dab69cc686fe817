"""Conversations in Markdown of no known form: headings, or bold lines, that are a speaker's name and nothing else."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from knowledge.transcripts.fences import Fences
from knowledge.transcripts.formats import chat
from knowledge.transcripts.injected import TOOL_ANSWER
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, alternating, headed
from knowledge.transcripts.speakers import speaker_named, without_notes

NAME = "headings"
# A heading, or a line that is bold from end to end; exports may count them.
_LABEL = re.compile(r"(#{1,6} |\*\*)(?:(\d{1,6})[.)] )?([^\n]{1,200})$")
# With a time or a sign no answer's own heading names the user, and two may follow each other.
_DRESSED = re.compile(r"[^\w\s]|\d")
_NOTED, _TIMED = re.compile(r"[(\[]"), re.compile(r"\d")  # `Agent (Opus)`, `User 10:30`
_RECUR = 3  # labels, of whomever, from which on they are no chapters
# What a program answers under the user's name.
_PRINTED = re.compile(r"\W{0,8}(?:tool|function|command) (?:response|result|output)s?\b", re.I)
# The call that such an answer of Cline's names; it may have several lines.
_ANSWERED = re.compile(r"\s*\[(\w{1,40})(?: for '(.{0,2000}?)')?\] Result:[ \t]*\n?", re.S)
# A call that is written out in what the agent says; its arguments follow as JSON.
_CALL = re.compile(
    r"^[^\w\n]{0,8}(?:Using )?tool(?: call| use)?\b[^\w\n]{1,8}(\w[\w.-]{0,80})[^\w\n]{0,8}\n\s{0,4}"
    r"(?:[^\w\n]{0,4}(?:Input|Arguments|Parameters)[^\w\n]{0,8}\n?)?(?:```\w{0,10}\n)?(?=\{)",
    re.M | re.I,
)
_MAX_BROKEN = 8  # calls of one answer whose JSON does not end: each of them is read to the answer's end
_FENCE = re.compile(r"\s{0,4}```")


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
        if section.speaker == "tool" or (section.speaker == "user" and _PRINTED.match(section.text)):
            recorder.result(section.text)
        elif section.speaker == "user" and TOOL_ANSWER.match(section.text):
            _tool_answer(section.text, recorder)
        elif section.speaker == "agent":
            _answer(section.text, recorder)
        else:
            chat.record_saying(section.text, section.speaker, recorder)


def _tool_answer(text: str, recorder: Recorder) -> None:
    """What a tool answered below the user's name, as Cline exports it, and the call that it names."""
    if call := _ANSWERED.match(text):
        given = "command" if "command" in call[1] else "path"
        chat.call(call[1], {given: call[2]} if call[2] else {}, None, recorder)
    chat.result(text[call.end() :] if call else text, recorder)


def _answer(text: str, recorder: Recorder) -> None:
    """What the agent says, and its calls where it says them; what stands in a fence is an example."""
    start, broken, lines = 0, 0, _unfenced_lines(text)
    for call in _CALL.finditer(text):
        if call.start() < start or call.start() not in lines:  # `start`: within the arguments of the one before
            continue
        try:
            arguments, end = json.JSONDecoder().raw_decode(text, call.end())
        except (ValueError, RecursionError):  # cut off
            broken += 1
            if broken == _MAX_BROKEN:
                break
            continue
        chat.call(call[1], arguments, None, recorder, text[start : call.start()])
        fence = _FENCE.match(text, end)
        start = fence.end() if fence else end
    recorder.say("agent", text[start:])


def _unfenced_lines(text: str) -> set[int]:
    """Where the lines begin that stand in no fence."""
    lines = text.split("\n")
    fences, starts = Fences(lines), accumulate((len(line) + 1 for line in lines), initial=0)
    return {start for index, start in zip(range(len(lines)), starts, strict=False) if not fences.holds(index)}


def _sections(lines: Sequence[str]) -> list[LogSection]:
    """The sections by labels that are written as the first of their speaker: an answer's own headings are others."""
    labels = _LogLabels(lines)
    return headed(lines, labels.speaker) if labels.are_dressed else alternating(lines, labels.speaker)


@dataclass(frozen=True)
class _HeadingLabel:
    """A line that names a speaker and nothing else, and the number before the name."""

    speaker: Speaker
    mark: str
    number: int | None
    name: str

    @property
    def form(self) -> tuple[object, ...]:
        """What a speaker's labels share: the mark; but for an agent's, which may name the model, also the words, and
        whether there are a note and a time."""
        dress = (without_notes(self.name), bool(_NOTED.search(self.name)), bool(_TIMED.search(self.name)))
        return (self.mark, *(dress if self.speaker != "agent" else ()))


def _label(line: str) -> _HeadingLabel | None:
    parts = _LABEL.match(line.rstrip())
    speaker = speaker_named(parts[3]) if parts else None
    return (
        _HeadingLabel(speaker, parts[1], int(parts[2]) if parts[2] else None, parts[3]) if parts and speaker else None
    )


class _LogLabels:
    """The labels of one log, whose lines are asked for in order."""

    def __init__(self, lines: Sequence[str]) -> None:
        labels = list(filter(None, map(_label, lines)))
        self._first = self._next = labels[0].number if labels else None
        self._bearers = Counter(label.number for label in labels)
        self._forms: dict[Speaker, tuple[object, ...]] = {}
        asking = next((label.name for label in labels if label.speaker == "user"), "")
        self.are_dressed = bool(_DRESSED.search(asking.strip("*: ")))

    def speaker(self, line: str) -> Speaker | None:
        """Whose label the line is; None where it is a heading of what somebody says."""
        label = _label(line)
        if label is None or not self._goes_on(label.number):
            return None
        return label.speaker if label.form == self._forms.setdefault(label.speaker, label.form) else None

    def _goes_on(self, number: int | None) -> bool:
        """Whether it is the next number, or none where the first label has none. Of two labels that bear one number
        nobody knows which is an answer's chapter, but of the first."""
        if number is None or number != self._next:
            return number == self._next
        self._next = number + 1
        return number == self._first or self._bearers[number] == 1
