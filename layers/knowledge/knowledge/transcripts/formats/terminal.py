"""What is copied from the terminal of Claude Code and its kin: `>` the user, `⏺` the agent, `⎿` a result."""

import re

from knowledge.transcripts.models import Recorder
from knowledge.transcripts.tool_calls import command_line

_AGENT = re.compile(r"\s*[⏺●]\s+(.*)")
_CALL = re.compile(r"([A-Z]\w{2,30})\((.*)\)")
_RESULT = re.compile(r"\s*⎿\s*(.*)")
_USER = re.compile(r"\s{0,2}[>❯]\s+(\S.*)")


def recognises(text: str) -> bool:
    """Whether the agent's mark begins a line."""
    return bool(re.search(r"^\s{0,4}[⏺●] ", text, re.M))


def read(text: str, recorder: Recorder) -> None:
    """Records who said what, the tool calls and their results; a line without a mark continues the last one."""
    kind, lines = "", list[str]()
    for line in [*text.splitlines(), "⏺ "]:
        following = _begins(line)
        if following is None:
            lines.append(line)
            continue
        _record(kind, "\n".join(lines), recorder)
        kind, lines = following[0], [following[1]]


def _begins(line: str) -> tuple[str, str] | None:
    for kind, mark in (("agent", _AGENT), ("result", _RESULT), ("user", _USER)):
        if found := mark.fullmatch(line):
            return kind, found[1]
    return ("agent", "") if line.startswith("⏺") else None


def _record(kind: str, text: str, recorder: Recorder) -> None:
    if kind == "user":
        recorder.say("user", text)
    elif kind == "result":
        recorder.result(text.strip("\n"))
    elif call := _CALL.fullmatch(text.strip()):
        recorder.act("", call[2] if call[1] == "Bash" else command_line(call[1], call[2]))
    else:
        recorder.say("assistant", text)
