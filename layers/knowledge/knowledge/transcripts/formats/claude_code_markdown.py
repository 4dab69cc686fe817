"""Claude Code's sessions as Markdown: headings with `**Tool call:**`, or quotations marked `[!IMPORTANT]`."""

import re
from collections.abc import Iterator

from knowledge.transcripts.fences import Fences, unfenced
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, ruled
from knowledge.transcripts.speakers import speaker_of
from knowledge.transcripts.tool_calls import exit_code, refusal_reason

NAME = "claude-code-markdown"
_HEADING = re.compile(r"### (User|Assistant)\s*$")
_CALL = re.compile(r"\*\*Tool call:\*\* `([^`\n]{1,100})`")
_RESULT = re.compile(r"\*\*Tool result:\*\*[ \t]{0,4}(\*\*\(error\)\*\*)?")  # the mark is the program's
_CALLOUT = re.compile(r"> ?\[!IMPORTANT\]\s*$")  # `> [!IMPORTANT]`: a user's message
# An emoji, then the tool in bold: `🔧 **Bash** — List the files`, also as a heading.
_TOOL = re.compile(r"(?:#{2,6} )?[^\w\s>*#`|\-\[\]()\"'.,:;]{1,6} ?\*\*([A-Z]\w{1,40})\b:?\*\*[^\w`]{0,6}(.{0,400})$")
_FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)


def recognises(log: Log) -> bool:
    """Whether headings have tool calls below them, or quotations are marked as the user's."""
    text = log.text
    if re.search(r"^### User\s*$", text, re.M):
        return bool(re.search(r"^\*\*Tool (?:call|result):\*\*", text, re.M))
    return bool(re.search(r"^> ?\[!IMPORTANT\]", text, re.M)) and any(map(_TOOL.match, text.splitlines()))


def begins(log: Log) -> int | None:
    """The line of its first heading, or of its first quotation that is marked."""
    return log.first(lambda line: _HEADING.match(line) or _CALLOUT.match(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records either export."""
    lines = log.text.splitlines()
    sections = ruled(lines, _speaker)
    for section in sections:
        recorder.place(section.index)
        _section(section, recorder)
    if not sections:
        for kind, index, part in _marked(lines):
            recorder.place(index)
            _part(kind, part, recorder)


def _speaker(line: str) -> Speaker | None:
    return speaker_of(_HEADING.match(line))


def _section(section: LogSection, recorder: Recorder) -> None:
    text = section.text
    if came := _RESULT.match(text):
        _result(unfenced(text[came.end() :]), came[1] is not None, recorder)
        return
    prose, *calls = _split_calls(text) if section.speaker == "agent" else [text]
    chat.record_saying(prose, section.speaker, recorder)
    for call in calls:
        named = _CALL.match(call)
        if named:
            chat.call(named[1], unfenced(call[named.end() :]), None, recorder)


def _result(output: str, failed: bool, recorder: Recorder) -> None:
    """Many exports do not mark a refusal as failed: then it is one, but what it says of the user may be the tool's."""
    recorder.result(output, exit_code=exit_code(output[:40]), failed=failed or None)
    chat.record_saying(refusal_reason(output) if failed else "", "user", recorder)


def _split_calls(text: str) -> list[str]:
    starts = [call.start() for call in re.finditer(r"^\*\*Tool call:\*\*", text, re.M)]
    ends = [*starts, len(text)]
    return [text[: ends[0]], *(text[start:end] for start, end in zip(starts, ends[1:], strict=True))]


def _marked(lines: list[str]) -> Iterator[tuple[str, int, list[str]]]:
    """Parts by who they are of: the export's own head, a quotation of the user's, a tool's line with what is fenced
    below it, the agent."""
    fences, kind, start, part = Fences(lines), "head", 0, list[str]()
    for index, line in enumerate(lines):
        fenced = fences.holds(index)
        following = kind
        if not fenced and _CALLOUT.match(line):
            following = "user"
        elif not fenced and _TOOL.match(line):
            following = "tool"
        elif (kind == "user" and not line.startswith(">")) or (kind == "tool" and line.strip() and not fenced):
            following = "agent"
        if following != kind or (following == "tool" and _TOOL.match(line) and not fenced):
            yield kind, start, part
            kind, start, part = following, index, []
        part.append(line)
    yield kind, start, part


def _part(kind: str, lines: list[str], recorder: Recorder) -> None:
    text = "\n".join(lines).strip()
    if kind == "user":
        chat.record_saying("\n".join(line.removeprefix(">").removeprefix(" ") for line in lines[1:]), "user", recorder)
    elif kind == "agent":
        recorder.say("agent", text)
    elif named := _TOOL.match(lines[0]):
        fenced = _FENCED.findall(text)
        command = fenced.pop(0)[1] if named[1] == "Bash" and fenced else f"{named[1]} {named[2].strip(' `*')}"
        recorder.act("", command, tool=named[1])
        if fenced:
            recorder.result("\n".join(code for _, code in fenced))
