"""Cursor's exports: `**User**` and `**Cursor**` between rules, or `user:` with `<user_query>` and `[Tool call]`."""

import re
from collections.abc import Iterator

from knowledge.transcripts.fences import Fences
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import ruled
from knowledge.transcripts.speakers import speaker_of
from knowledge.transcripts.tool_calls import command_line, edits

NAME = "cursor"
_EXPORTED = re.compile(r"^_Exported on [^\n]{1,100} from Cursor", re.M)
_LABEL = re.compile(r"\*\*(User|Cursor)\*\*\s*$")
_WRITTEN = ("contents", "content", "new_string", "prompt")  # values that are exported as they are, not indented
# Other elements and some lines of context may come before the question.
_ASKED = re.compile(r"^user:[ \t]*\n(?:<(?!user_query)[^\n]{1,2000}\n|[^<\n]{0,2000}\n){0,40}<user_query>", re.M)
_HEAD = 20_000  # characters, within which the first query stands: front matter and what is attached come before it
_SPEAKER = re.compile(r"(user|assistant):\s*$")
_MARK = re.compile(r"\[(Tool call|Tool result|Thinking)\] ?(.*)$")  # `[Tool call] read_file`
_ARGUMENT = re.compile(r"  ([\w-]{1,60}): (.*)$")  # `  path: src/app.py`


def recognises(log: Log) -> bool:
    """Whether the log is one of the two exports."""
    if _EXPORTED.search(log.text[:2000]):
        return True
    return bool(_ASKED.search(log.text[:_HEAD]))


def begins(log: Log) -> int | None:
    """The line that says what exported it, or of the first label."""
    return log.opening(lambda line: _EXPORTED.match(line) or _SPEAKER.match(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records user and agent; the older export shows no tools."""
    lines = log.text.splitlines()
    if not _EXPORTED.match(lines[begins(log) or 0]):
        _read_transcript(lines, recorder)
        return
    for section in ruled(lines, _speaker):
        recorder.place(section.index)
        chat.record_saying(section.text, section.speaker, recorder)


def _speaker(line: str) -> Speaker | None:
    return speaker_of(_LABEL.match(line))


def _read_transcript(lines: list[str], recorder: Recorder) -> None:
    """Who speaks, then marks; what the user says is in `<user_query>`, whatever else stands there."""
    for speaker, index, part in _parts(lines):
        recorder.place(index)
        text = "\n".join(part)
        if speaker == "user":
            chat.record_saying(text, "user" if "<user_query>" in text else "system", recorder)
        else:
            _answer(part, recorder)


def _parts(lines: list[str]) -> Iterator[tuple[str, int, list[str]]]:
    fences, speaker, start, part = Fences(lines), "", 0, list[str]()
    for index, line in enumerate(lines):
        fenced = fences.holds(index)
        label = _SPEAKER.match(line)
        answers = label is not None and label[1] == "assistant" and (not fenced or speaker == "user")
        if label and (answers or (not fenced and _asks(lines, index))):
            if speaker:
                yield speaker, start, part
            fences.leave()
            speaker, start, part = label[1], index, []
        else:
            part.append(line)
    yield speaker or "assistant", start, part


def _asks(lines: list[str], index: int) -> bool:
    """Whether a query, or what is attached to one, follows the label at once."""
    return next((line for line in lines[index + 1 : index + 4] if line.strip()), "").startswith("<")


def _answer(lines: list[str], recorder: Recorder) -> None:
    mark, name, part = "", "", list[str]()
    for line in [*lines, "[Tool result] "]:
        marked = _MARK.match(line)
        if marked:
            _record(mark, name, part, recorder)
            mark, name, part = marked[1], marked[2], []
        else:
            part.append(line)


def _record(mark: str, name: str, lines: list[str], recorder: Recorder) -> None:
    if mark == "Tool call":
        _call(name, lines, recorder)
    elif mark == "Thinking":
        thought = [name, *lines]
        blank = next((place for place, line in enumerate(thought) if not line.strip()), len(thought))
        recorder.say("agent", "\n".join(thought[:blank]), thought=True)
        recorder.say("agent", "\n".join(thought[blank:]))
    else:  # the result's own text is not exported: what follows is said by the agent
        recorder.say("agent", "\n".join(lines))


def _call(name: str, lines: list[str], recorder: Recorder) -> None:
    """The arguments are indented, and a value goes on until the next of them; then the agent speaks."""
    arguments: dict[str, str] = {}
    last, rest = "", list[str]()
    for line in lines:
        argument = _ARGUMENT.match(line)
        if argument and not rest:
            last = argument[1]
            arguments[last] = argument[2]
        elif last and not rest and (last in _WRITTEN or line.startswith("  ") or not line.strip()):
            arguments[last] += f"\n{line}"
        else:
            rest.append(line)
    trimmed = {key: value.rstrip() for key, value in arguments.items()}
    recorder.act("", command_line(name, trimmed), tool=name, edits=edits(name, trimmed))
    recorder.say("agent", "\n".join(rest))
