"""OpenCode's sessions as Markdown: `## User` and `## Assistant (…)`, with `**Tool: …**`, its input and its output."""

import re

from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, ruled
from knowledge.transcripts.speakers import speaker_of
from knowledge.transcripts.tool_calls import exit_code

NAME = "opencode-markdown"
_SESSION = "**Session ID:** ses_"
_HEADING = re.compile(r"## (User|Assistant)(?: \([^\n]{1,200}\))?\s*$")
_HEADINGS = re.compile(rf"^{_HEADING.pattern}", re.M)
_TOOL = re.compile(r"^\*\*Tool: ([^*\n]{1,100})\*\*$", re.M)
_THINKING = re.compile(r"_Thinking:_\s*")


def recognises(log: Log) -> bool:
    """Whether it names OpenCode's session, and has its headings; what begins in the middle of one may have no user."""
    return bool(re.search(r"^\*\*Session ID:\*\* ses_", log.text, re.M) and _HEADINGS.search(log.text))


def begins(log: Log) -> int | None:
    """The line that names the session, or its first heading."""
    return log.first(lambda line: line.startswith(_SESSION) or _HEADING.match(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records what the user and the agent say, and each call with what it gave back."""
    for section in ruled(log.text.splitlines(), _speaker):
        recorder.place(section.index)
        _section(section, recorder)


def _speaker(line: str) -> Speaker | None:
    return speaker_of(_HEADING.match(line))


def _section(section: LogSection, recorder: Recorder) -> None:
    if section.speaker == "user":
        chat.record_saying(section.text, "user", recorder)
        return
    prose, *calls = _TOOL.split(section.text)
    recorder.say("agent", _THINKING.sub("", prose))
    for name, part in zip(calls[::2], calls[1::2], strict=True):
        chat.call(name, _fenced(part, "Input"), None, recorder)
        failed = "\n**Error:**" in part
        output = _fenced(part, "Error" if failed else "Output", last=True)
        recorder.result(output, exit_code=exit_code(output[-200:]), failed=failed or None)


def _fenced(part: str, label: str, *, last: bool = False) -> str:
    """What stands in the fence below the label: to its end, or where it may hold fences itself, to the last one."""
    text = part.partition(f"\n**{label}:**\n")[2].partition("\n")[2]
    end = text.rfind("\n```") if last else text.find("\n```")
    return text[:end] if end >= 0 else text
