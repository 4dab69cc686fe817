"""Antigravity's chats as Markdown: `### User Input`, `### Planner Response`, and what was done as lines in italics."""

import re

from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import headed

NAME = "antigravity-markdown"
_TITLE = re.compile(r" {0,8}# Chat Conversation\s*$")
_HEADINGS: dict[str, Speaker] = {"### User Input": "user", "### Planner Response": "agent"}
_COMMAND = re.compile(r"\*User (accepted|rejected) the command `")
# `*Edited [app.py](…)*`, `*Grep searched codebase*`
_DID = re.compile(r"\*((?:Grep |[A-Z][a-z]{1,20}ed |Read )[^*\n][^\n]{0,2000}) ?\*$")
_LINK = re.compile(r"\[([^][\n]{0,300})\]\([^()\n]{0,1000}\)")
_ENDS = "`*"


def recognises(log: Log) -> bool:
    """Whether it begins as these do, and has one of their headings."""
    begins = log.text[:300].lstrip("\ufeff \n").startswith("# Chat Conversation\n")
    return begins and any(line.rstrip() in _HEADINGS for line in log.text.splitlines())


def begins(log: Log) -> int | None:
    """The line of its title."""
    return log.first(_TITLE.match)


def read(log: Log, recorder: Recorder) -> None:
    """Records what was said, and the commands and looks at files between; the chat does not hold what they gave."""
    for section in headed(log.text.splitlines(), lambda line: _HEADINGS.get(line.rstrip())):
        recorder.place(section.index)
        _section(section.speaker, section.lines, recorder)


def _section(speaker: Speaker, lines: list[str], recorder: Recorder) -> None:
    speech: list[str] = []
    command: list[str] = []
    last_end = max((at for at, line in enumerate(lines) if line.rstrip().endswith(_ENDS)), default=-1)
    for at, line in enumerate(lines):
        did = _DID.match(line.rstrip())
        if command or (_COMMAND.match(line) and at <= last_end):
            command.append(line)
            if line.rstrip().endswith(_ENDS):
                _say(speaker, speech, recorder)
                _typed("\n".join(command).strip(), recorder)
                command = []
        elif did:
            _say(speaker, speech, recorder)
            what = _LINK.sub(r"\1", did[1]).strip()
            recorder.act("", what, tool=what.split(" ")[0])
        else:
            speech.append(line)
    _say(speaker, speech, recorder)


def _say(speaker: Speaker, lines: list[str], recorder: Recorder) -> None:
    chat.record_saying("\n".join(lines).strip(), speaker, recorder)
    lines.clear()


def _typed(action: str, recorder: Recorder) -> None:
    """A command that was run; one that the user did not let run is told and was not."""
    asked = _COMMAND.match(action)
    if asked and asked[1] == "accepted":
        recorder.act("", action[asked.end() :].removesuffix(_ENDS), tool="run_command")
    else:
        recorder.say("system", action)
