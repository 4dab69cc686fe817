"""What is copied from the terminal of Claude Code and its kin: `>` the user, `⏺` the agent, `⎿` a result."""

import re

from knowledge.transcripts.log import Log
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import command_line

NAME = "terminal"
_AGENT = re.compile(r"\s{0,4}[⏺●](?:\s+(.*)|$)")
_CALL = re.compile(r"([A-Z]\w{2,30})\((.*)\)", re.S)  # `Bash(ls -l)`
_RESULT = re.compile(r"\s{0,8}⎿\s*(.*)")
# The program's words: calls of the system are interrupted, too.
_STOPPED = re.compile(r"Interrupted (?:by user|· What )")
_USER = re.compile(r"[>❯] (\S.*)")  # at the margin and below a blank line: what the agent quotes is indented


def recognises(log: Log) -> bool:
    """Whether the agent's mark begins a line."""
    return bool(re.search(r"^[ \t]{0,4}[⏺●] ", log.text, re.M))


def begins(log: Log) -> int | None:
    """The line of its first mark."""
    return log.first(lambda line: _AGENT.fullmatch(line) or _USER.fullmatch(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records who said what, the tool calls and their results; a line without a mark continues the last one."""
    kind, lines, blank = "", list[str](), True
    for index, line in enumerate([*log.text.splitlines(), "⏺"]):
        following = _begins(line, blank)
        blank = not line.strip()
        if following is None:
            lines.append(line)
            continue
        _record(kind, "\n".join(lines), recorder)
        recorder.place(index)
        kind, lines = following[0], [following[1]]


def _begins(line: str, blank: bool) -> tuple[str, str] | None:
    for kind, mark in (("agent", _AGENT), ("result", _RESULT), ("user", _USER)):
        if (start := mark.fullmatch(line)) and (kind != "user" or blank):
            return kind, start[1] or ""
    return None


def _record(kind: str, text: str, recorder: Recorder) -> None:
    if kind == "user":
        recorder.say("user", text)
    elif kind == "result":
        failed = True if text.startswith("Error:") else None
        recorder.result(text.strip("\n"), failed=failed, stopped=bool(_STOPPED.match(text)))
    elif call := _CALL.fullmatch(text.strip()):
        command = call[2] if call[1] == "Bash" else command_line(call[1], call[2])
        recorder.act("", command, tool=call[1])
    elif kind == "agent":
        recorder.say("agent", text)
