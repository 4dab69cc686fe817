"""Conversations in Markdown of no known form: headings, or bold lines, that are a speaker's name and nothing else."""

import json
import re
from collections import Counter
from collections.abc import Sequence

from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, alternating, headed
from knowledge.transcripts.speakers import speaker_named, without_notes

NAME = "headings"
# A heading, or a line that is bold from end to end.
_LABEL = re.compile(r"(#{1,6} |\*\*)([^\n]{1,200})$")
# With a number, a time or a sign no answer's own heading names the user, and two may follow each other.
_DRESSED = re.compile(r"[^\w\s]|\d")
_RECUR = 3  # labels, of whomever, from which on they are no chapters
# What a program answers under the user's name.
_PRINTED = re.compile(r"\W{0,8}(?:tool|function|command) (?:response|result|output)s?\b", re.I)
# A call that is written out in what the agent says; its arguments follow as JSON.
_CALL = re.compile(
    r"^[^\w\n]{0,8}(?:Using )?tool(?: call| use)?\b[^\w\n]{1,8}(\w[\w.-]{0,80})[^\w\n]{0,8}\n\s{0,4}"
    r"(?:[^\w\n]{0,4}(?:Input|Arguments|Parameters)[^\w\n]{0,8}\n?)?(?:```\w{0,10}\n)?(?=\{)",
    re.M | re.I,
)
_FENCE = re.compile(r"(?:\s{0,4}```)?")


def recognises(log: Log) -> bool:
    """Whether the user and the agent are named by labels of one form, again and again."""
    counted = Counter(section.speaker for section in _sections(log.text.splitlines()))
    return counted.total() >= _RECUR and {"user", "agent"} <= counted.keys()


def read(log: Log, recorder: Recorder) -> None:
    """Records what stands below each label; what stands above the first is nobody's."""
    lines = log.text.splitlines()
    sections = _sections(lines)
    recorder.say("system", "\n".join(lines[: sections[0].index]))
    for section in sections:
        recorder.place(section.index)
        if section.speaker == "tool" or (section.speaker == "user" and _PRINTED.match(section.text)):
            recorder.result(section.text)
        elif section.speaker == "agent":
            _answer(section.text, recorder)
        else:
            chat.record_saying(section.text, section.speaker, recorder)


def _answer(text: str, recorder: Recorder) -> None:
    """What the agent says, and its calls where it says them."""
    start = 0
    for call in _CALL.finditer(text):
        if call.start() < start:  # within the arguments of the one before
            continue
        try:
            arguments, end = json.JSONDecoder().raw_decode(text, call.end())
        except (ValueError, RecursionError):  # cut off
            continue
        chat.call(call[1], arguments, None, recorder, text[start : call.start()])
        start = _FENCE.match(text, end).end()  # type: ignore[union-attr]  # matches the empty text, too
    recorder.say("agent", text[start:])


def _sections(lines: Sequence[str]) -> list[LogSection]:
    """The sections by labels that are written as the first of their speaker: an answer's own headings are others."""
    forms: dict[Speaker, tuple[str, str]] = {}

    def speaker(line: str) -> Speaker | None:
        label = _LABEL.match(line.rstrip())
        named = speaker_named(label[2]) if label else None
        if not label or not named:
            return None
        mark, words = forms.setdefault(named, (label[1], without_notes(label[2])))
        return named if label[1] == mark and (named == "agent" or without_notes(label[2]) == words) else None

    first = next((line for line in lines if speaker(line) == "user"), "")
    return headed(lines, speaker) if _DRESSED.search(first.strip("#*: ")) else alternating(lines, speaker)
