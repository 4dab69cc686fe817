"""agent-shell's transcripts (Emacs): headings with the time, and `### Tool Call [status]: title` with what it gave."""

import re

from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import Label, LogSection, headed
from knowledge.transcripts.tool_calls import exit_code

NAME = "agent-shell"
_TITLE = re.compile(r"# Agent Shell Transcript\s*$")
# `## Agent's Thoughts (2026-02-03 10:30)`
_SPEECH = re.compile(r"## (User|Agent|Agent's Thoughts)(?P<time> \(\d[^()\n]{5,30}\))?\s*$")
_CALL = re.compile(r"### Tool Call \[([^\]\n]{1,40})\]:(.*)$")  # `### Tool Call [completed]: ls`
_FIELD = re.compile(r"^\*\*(Tool|Timestamp|Description|Command|Parameters):\*\*[ \n]", re.M)
_FOLDER = re.compile(r"^\*\*Working Directory:\*\* (.+)$", re.M)
_FENCE = re.compile(r"`{3,}$")


def recognises(log: Log) -> bool:
    """Whether it begins as these do."""
    return "# Agent Shell Transcript\n" in log.text[:300]


def begins(log: Log) -> int | None:
    """The line of its title."""
    return log.first(_TITLE.match)


def read(log: Log, recorder: Recorder) -> None:
    """Records what was said and thought, and each call with what it gave back."""
    lines = log.text.splitlines()
    if folder := _FOLDER.search(log.text[:2000]):
        recorder.about(folder[1])
    for section in headed(lines, _label(lines)):
        recorder.place(section.index)
        heading = lines[section.index]
        if call := _CALL.match(heading):
            _call(call[1], call[2].strip(), section, recorder)
        elif section.speaker == "user":
            chat.record_saying(_unquoted(section.text), "user", recorder)
        else:
            recorder.say("agent", section.text, thought="Thoughts" in heading)


def _label(lines: list[str]) -> Label:
    """Where one heading has the time, all have it: one without is somebody's text."""
    timed = any((heading := _SPEECH.match(line)) and heading["time"] for line in lines)

    def label(line: str) -> Speaker | None:
        heading = _SPEECH.match(line)
        if heading and (heading["time"] or not timed):
            return "user" if heading[1] == "User" else "agent"
        return "agent" if _CALL.match(line) else None

    return label


def _call(status: str, title: str, section: LogSection, recorder: Recorder) -> None:
    opening = next((at for at, line in enumerate(section.lines) if _FENCE.match(line)), len(section.lines))
    _, *fields = _FIELD.split("\n".join(section.lines[:opening]))
    stated = {name: value.strip() for name, value in zip(fields[::2], fields[1::2], strict=True)}
    output = _inside(section.lines[opening:])
    if command := stated.get("Command") or title:
        recorder.act("", command, tool=stated.get("Tool", "tool"))
    failed = status == "failed"
    recorder.result(output, exit_code=exit_code(output) if failed else None, failed=failed or None)


def _inside(lines: list[str]) -> str:
    """What the fences hold: one stands around it, and mostly another, which the agent's program put there."""
    for _ in range(2):
        closing = max((at for at, line in enumerate(lines) if line.startswith("```")), default=0)
        if closing and lines[0].startswith("```"):
            lines = lines[1:closing]
    return "\n".join(lines).strip("\n")


def _unquoted(text: str) -> str:
    lines = text.split("\n")
    quoted = all(line.startswith(">") or not line for line in lines)
    return "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines) if quoted else text
