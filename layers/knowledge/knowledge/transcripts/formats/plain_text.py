"""Plain text: a chat, a shell session, a pasted agent log, or notes, which are one long assistant turn."""

import re

from knowledge.transcripts.formats import chat, terminal
from knowledge.transcripts.formats.plain_text_lines import (
    Labelled,
    Part,
    is_logged,
    is_prose,
    labelled,
    prompted,
    speakers,
)
from knowledge.transcripts.models import Recorder, Role

_EXIT = re.compile(r"\[?(?:exit(?:ed with)? (?:code|status)|return ?code)[:= ]+(\d{1,3})\]?\.?", re.I)
# Where a message begins in a mini-swe-agent log that was written out as text.
_MESSAGE = re.compile(r"^(?=<returncode>|THOUGHT:)|(?<=</output>)$|(?<=```\n\n)(?=diff --git )", re.M)


def read(text: str, recorder: Recorder) -> None:
    """Records the text as the turns that it tells of."""
    if "<returncode>" in text:
        chat.read(_messages(text), recorder)
    elif terminal.recognises(text):
        terminal.read(text, recorder)
    else:
        _Reader(recorder, speakers(text.splitlines())).read(text)


def _messages(text: str) -> list[dict[str, str]]:
    pieces = [piece for piece in _MESSAGE.split(text) if piece.strip()]
    task = pieces.pop(0) if pieces and not pieces[0].startswith(("<returncode>", "THOUGHT:")) else ""
    return [{"role": "user", "content": task}, *map(_message, pieces)]


def _message(piece: str) -> dict[str, str]:
    is_result = piece.lstrip().startswith(("<returncode>", "diff --git "))
    return {"role": "user" if is_result else "assistant", "content": piece.strip()}


class _Reader:
    """Line by line: who speaks, or whether a command or its output is being read."""

    def __init__(self, recorder: Recorder, people: frozenset[str]) -> None:
        self._recorder, self._people = recorder, people
        self._role: Role = "assistant"
        self._part: Part = "speech"
        self._lines: list[str] = []
        self._blank = False

    def read(self, text: str) -> None:
        for line in text.splitlines():
            self._line(line)
            self._blank = not line.strip()
        self._switch("assistant", "speech")

    def _line(self, line: str) -> None:
        label = labelled(line, self._people)
        if label:
            self._labelled(label)
        elif command := prompted(line):
            self._switch("assistant", "command", command)
            self._switch("assistant", "output")
        elif self._part == "output" and (line.startswith("# ") or (self._blank and is_prose(line))):
            self._switch("assistant", "speech", line.removeprefix("# "))
        elif self._part == "speech" and is_logged(line):
            self._lines.append("")  # a program's words, not the agent's
        else:
            self._lines.append(line)

    def _labelled(self, label: Labelled) -> None:
        self._switch(label.role, label.part, label.text)

    def _switch(self, role: Role, part: Part, *first: str) -> None:
        """Records what was being read, and begins something else."""
        text = "\n".join(self._lines).strip("\n")
        if self._part == "speech":
            self._recorder.say(self._role, text)
        elif self._part == "command":
            self._recorder.act("", text)
        else:
            named = _EXIT.fullmatch(self._lines[-1].strip()) if (self._lines and text) else None
            named = named or _EXIT.fullmatch(text.rsplit("\n", 1)[-1].strip())
            self._recorder.result(text, exit_code=int(named[1]) if named else None)
        self._role, self._part, self._lines = role, part, list(first)
