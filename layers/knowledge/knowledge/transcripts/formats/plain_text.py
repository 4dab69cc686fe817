"""Plain text with labels (`User:`, `Assistant:`, `ACTION:`), or a shell session with its prompts."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from knowledge.transcripts import written_calls
from knowledge.transcripts.fences import Fences
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.plain_lines import Label, copied_action, is_copied, label, named_speakers, prompted
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.speakers import speaker_named

NAME = "plain-text"
# Each program has its own way to say it: `[exit code: 1]`, `exited with status 2`, `returncode=0`.
_EXIT = re.compile(r"\[?(?:exit(?:ed with)? (?:code|status)|return ?code)[:= ]+(-?\d{1,10})\]?\.?", re.I)
_LONG, _MOST = 4000, 0.6  # characters of a long text; the share of it from which on one stretch is most
# Where a message begins in a mini-swe-agent log that was written out as text, and what it answers with.
_RETURNED = re.compile(r"^<returncode>", re.M)
# Where a message of mini-swe-agent's begins
_MESSAGE = re.compile(r"^(?=<returncode>|THOUGHT:)|(?<=</output>)$|(?<=```\n\n)(?=diff --git )", re.M)


def recognises(log: Log) -> bool:
    """Whether it has labels of an agent, or prompts of a shell, outside of code, and they part what it says.

    Of a long text that one stretch without any is most of, it is not the form: a report may quote a prompt, and
    a page name its agent. A session that begins with what was typed or asked may have printed as much.
    """
    lines = log.text.splitlines()
    marks = _marks(lines)
    if not {"agent", "shell"} & set(marks.values()):
        return False
    first = next(iter(marks))
    begins = marks[first] != "agent" and not any(map(str.strip, lines[:first]))
    return begins or bool(_RETURNED.search(log.text)) or _are_spread(list(marks), lines)


def begins(log: Log) -> int | None:
    """The line where somebody types, or speaks; but for the first line of all, where another has spoken: a page's head
    may name one of them. What starts an agent begins that one's log.
    """
    lines = log.text.splitlines()
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    before, index = "", None
    for index, of in ((at, of) for at, of in _marked(lines) if not _starts_an_agent(lines[at])):
        if index == first or of == "shell" or before not in ("", of):
            break
        before = of
    return index


def _starts_an_agent(line: str) -> bool:
    command = prompted(line)
    return command is not None and speaker_named(command.split()[0]) == "agent"


def read(log: Log, recorder: Recorder) -> None:
    """Records the text as the turns that it tells of."""
    if _RETURNED.search(log.text):
        chat.read_messages(_messages(log.text), recorder)
    else:
        lines = log.text.splitlines()
        people = named_speakers(lines)
        first = log.first(lambda line: prompted(line) or label(line, people))
        _LineReader(recorder, lines, people, first is not None and not prompted(lines[first])).read()


def _speaks(speaker_label: Label | None) -> bool:
    """A user alone is none: prose has such lines, too."""
    return speaker_label is not None and speaker_label.speaker == "agent"


def _marks(lines: Sequence[str]) -> dict[int, str]:
    """The lines outside of code that say who speaks, or that a command was typed: by their place, of whom they are."""
    return dict(_marked(lines))


def _marked(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    people, fences = named_speakers(lines), Fences(lines)
    for index, line in enumerate(lines):
        if fences.holds(index):
            continue
        if prompted(line):
            yield index, "shell"
        elif speaker_label := label(line, people):
            yield index, speaker_label.speaker


def _are_spread(marked: Sequence[int], lines: Sequence[str]) -> bool:
    """Whether what stands between two marks is never most of a long text."""
    ends = [0, *accumulate(len(line) + 1 for line in lines)]
    bounds = [0, *marked, len(lines)]
    longest = max(ends[after] - ends[before] for before, after in pairwise(bounds))
    return ends[-1] <= _LONG or longest <= _MOST * ends[-1]


def _messages(text: str) -> list[dict[str, str]]:
    parts = [part for part in _MESSAGE.split(text) if part.strip()]
    task = parts.pop(0) if parts and not parts[0].startswith(("<returncode>", "THOUGHT:")) else ""
    return [{"role": "user", "content": task}, *map(_message, parts)]


def _message(piece: str) -> dict[str, str]:
    is_result = piece.lstrip().startswith(("<returncode>", "diff --git "))
    return {"role": "user" if is_result else "assistant", "content": piece.strip()}


class _LineReader:
    """Line by line: who speaks, or whether a command or its output is being read.

    What is printed ends where the agent speaks, a command is typed or an exit code is named: a user's label in it is
    part of it, and so are all in a log that begins with something else than words. What follows without a label is the
    agent's only where an agent is labelled at all.
    """

    def __init__(self, recorder: Recorder, lines: Sequence[str], people: frozenset[str], has_user: bool) -> None:
        self._recorder, self._source, self._people, self._has_user = recorder, lines, people, has_user
        self._fences = Fences(lines)
        self._copied = is_copied(lines)
        self._default: Speaker = "agent" if any(_speaks(label(line, self._people)) for line in lines) else "tool"
        self._asking: tuple[object, ...] = ()  # the form of the first of the user's labels
        self._speaker: Speaker = "tool"
        self._part = "speech"
        self._lines: list[str] = []

    def read(self) -> None:
        for index, line in enumerate(self._source):
            self._line(index, line, self._fences.holds(index))
        self._switch(len(self._source), self._default, "speech")

    def _line(self, index: int, line: str, fenced: bool) -> None:
        speaker_label = None if fenced else self._label(line)
        command = None if fenced else prompted(line)
        did = copied_action(line) if self._copied and not fenced else None
        exited = _EXIT.fullmatch(line.strip()) if self._part == "output" else None
        if speaker_label:
            self._switch(index, speaker_label.speaker, speaker_label.part, speaker_label.text)
        elif did:
            self._switch(index, self._speaker, "speech")
            self._recorder.act("", did[0], tool=did[1])
        elif command:
            self._switch(index, "agent", "command", command)
            self._switch(index, "agent", "output")
        elif exited:
            self._output(int(exited[1]))
            self._speaker, self._part, self._lines = self._default, "speech", []
        else:
            self._lines.append(line)

    def _label(self, line: str) -> Label | None:
        """The label of the line; not the user's in what is printed, or written otherwise than the user's first one."""
        own = label(line, self._people)
        if own is None or (self._part == "output" and own.speaker in ("user", "task")):
            return None
        if own.speaker != "user":
            return own
        self._asking = self._asking or own.form
        return own if self._has_user and own.form == self._asking else None

    def _switch(self, index: int, speaker: Speaker, part: str, *first: str) -> None:
        """Records what was being read, and begins something else."""
        text = "\n".join(self._lines).strip("\n")
        if self._part == "output":
            self._output(None)
        elif self._part == "command":
            self._command(text)
        elif self._speaker == "tool":
            if text.strip():
                self._recorder.result(text, "printed")
        else:
            chat.record_saying(text, self._speaker, self._recorder)
        self._recorder.place(index)
        self._speaker, self._part, self._lines = speaker, part, list(first)

    def _command(self, text: str) -> None:
        """Records what was typed, or the tool's call that it is as JSON."""
        call, *rest = written_calls.called(text) or [text]
        if isinstance(call, str):
            self._recorder.act("", call)
        else:
            chat.call(call.name, call.arguments, None, self._recorder)
            self._recorder.say("agent", "".join(map(str, rest)))

    def _output(self, exit_code: int | None) -> None:
        self._recorder.result("\n".join(self._lines).strip("\n"), exit_code=exit_code)
