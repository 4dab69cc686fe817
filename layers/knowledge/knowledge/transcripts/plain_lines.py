"""What one line of a plain text is: a speaker's label, a shell's prompt, or neither."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from knowledge.transcripts.models import Speaker

Part = Literal["speech", "command", "output"]

_STAMP = (
    r"(?:\[?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?Z?(?: ?[AP]M)?\]?"
    r"[ \t]{0,3}(?:[-–][ \t]{0,3})?)?"
)
# As chats and exports mark who speaks: `ann: hi`, `12:03 **Bob**: hi`, `## User: hi`.
_LABEL = re.compile(
    rf"(?P<stamp>{_STAMP})(?P<before>(?:#{{1,6}} |\*\*|\[|<)?)"
    r"(?P<name>[A-Za-z@][\w.@-]{0,30}(?: (?i:answer|call|copilot))?)"
    r"(?P<behind>(?:\]|\*\*|>)?:(?:\*\*)?)(?:\s+(?P<text>.*)|$)"
)
# Each part is bounded, so that the time is linear: `(venv) ann@host:~$ ls`, `PS C:\> dir`, `➜  shop git:(main) ls`.
_PROMPT = re.compile(
    r"(?:\([\w.-]{1,40}\) ?)?(?:"
    r"\[?[\w.-]{1,60}@[\w.-]{1,80}[: ][^$#%❯]{0,200}\]?\s?[$#%❯]|(?:ba|z)?sh-[\d.]{1,10}[$#]|[$❯]"
    r"|PS [A-Z]:[^>]{0,200}>|➜\s{1,4}\S{1,100}(?:\s{1,4}git:\([^)]{0,80}\))?(?:\s{1,4}✗)?)\s{1,4}(\S.*)"
)
_AGENTS = (
    "assistant",
    "assistent",
    "agent",
    "ai",
    "bot",
    "claude",
    "codex",
    "copilot",
    "chatgpt",
    "gpt",
    "gemini",
    "github copilot",
)
_PARTS: dict[str, tuple[Speaker, Part]] = {
    "system": ("system", "speech"),
    "task": ("task", "speech"),
    **dict.fromkeys(("user", "human", "benutzer"), ("user", "speech")),
    **dict.fromkeys((*_AGENTS, "thought", "final answer", "answer", "response"), ("agent", "speech")),
    **dict.fromkeys(("action", "command", "tool call"), ("agent", "command")),
    **dict.fromkeys(("observation", "output", "stdout", "stderr"), ("agent", "output")),
}
_COPIED = "GitHub Copilot: "
# What the editor says that was done, between an answer's paragraphs: a command, or a look at or change of files.
_DID = re.compile(
    r"Ran terminal command: +(\S.*)|"
    r"(?:Read \[|Searched for (?:text|regex|files) |Replacing \d+ lines? |Made changes\.).*"
)
_LINE = 400  # characters of a line that a label is looked for in
_CHAT = 0.8  # of the lines that are not blank: from there on it is a chat, in which names are people


@dataclass(frozen=True)
class Label:
    """A line that says who speaks, or which part of a step follows, and what stands behind the label.

    `form` is what a log's labels of one speaker share: the name as it is written, and what stands around it.
    """

    speaker: Speaker
    part: Part
    text: str
    form: tuple[object, ...] = field(default=(), compare=False)


def named_speakers(lines: Sequence[str]) -> frozenset[str]:
    """The names, in lower case, of people who chat with an agent.

    Who speaks first, where an agent is labelled by its product's full name, as editors copy a chat; else whoever speaks
    twice, where most lines are labelled.
    """
    first = next((line for line in lines if line.strip()), "")
    opening = _LABEL.fullmatch(first[:_LINE].rstrip())
    if opening and is_copied(lines):
        return frozenset({opening["name"].lower()} - set(_PARTS))
    names = [labelled["name"].lower() for line in lines if (labelled := _LABEL.fullmatch(line[:_LINE].rstrip()))]
    written = sum(bool(line.strip()) for line in lines)
    if not set(names) & set(_AGENTS) or len(names) < _CHAT * written:
        return frozenset()
    return frozenset(name for name in set(names) if names.count(name) > 1 and name not in _PARTS)


def label(line: str, people: frozenset[str]) -> Label | None:
    """The label of a line at the margin, if it has one; `people` are the names that count besides the usual labels."""
    labelled = _LABEL.fullmatch(line.rstrip()) if line[:1].strip() else None
    name = labelled["name"].lower() if labelled else ""
    if not labelled or name not in {*_PARTS, *people}:
        return None
    speaker, part = _PARTS.get(name, ("user", "speech"))
    form = (labelled["name"] if name in _PARTS else "", labelled["before"], labelled["behind"], bool(labelled["stamp"]))
    return Label(speaker, part, labelled["text"] or "", form)


def copied_action(line: str) -> tuple[str, str] | None:
    """The command that a line of a copied chat says was run, and its tool; an editor's action is its own name."""
    action = _DID.fullmatch(line.strip()) if line[:1].strip() else None
    return ((action[1], "bash") if action[1] else (action[0], action[0].split(" ")[0])) if action else None


def is_copied(lines: Sequence[str]) -> bool:
    """Whether it is a chat as an editor copies it."""
    return any(line.startswith(_COPIED) for line in lines)


def prompted(line: str) -> str | None:
    """The command that was typed at a shell's prompt."""
    prompt = _PROMPT.fullmatch(line.strip())
    return prompt[1] if prompt else None
