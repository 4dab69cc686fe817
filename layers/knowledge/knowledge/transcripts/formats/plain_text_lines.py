"""What one line of a plain text is: a speaker's label, a shell prompt, a line of a program's log, or prose."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from knowledge.transcripts.models import Role

Part = Literal["speech", "command", "output"]

_STAMP = r"(?:\[?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?Z?(?: ?[AP]M)?\]?[ \t]*(?:[-–][ \t]*)?)?"
_LABEL = re.compile(
    rf"{_STAMP}(?:#+ |\*\*|\[|<)?([A-Za-z@][\w.@-]{{0,30}}(?: (?i:answer|call))?)(?:\]|\*\*|>)?:(?:\*\*)?(?:\s+(.*)|$)"
)
_PROMPT = re.compile(
    r"(?:\([\w.-]{1,40}\) ?)?(?:"
    r"\[?[\w.-]{1,60}@[\w.-]{1,80}[: ][^$#%❯]{0,200}?\]?\s?[$#%❯]|(?:ba|z)?sh-[\d.]+[$#]|[$❯]"
    r"|PS [A-Z]:[^>]{0,200}>|➜\s+\S+(?:\s+git:\([^)]{0,80}\))?(?:\s+✗)?)\s+(\S.*)"
)
_LOGGED = re.compile(
    r"\S*\d\d:\d\d:\d\d\S*\s.*|(?:\[?(?:INFO|ERROR|WARN(?:ING)?|DEBUG|TRACE|FATAL|CRITICAL)\]?[: ]\s*).*"
)
_PROSE = re.compile(r"(?:#{1,6} |[-*•] |\d{1,2}[.)] )?[A-Z`\"'](?!.*(?:\s{3,}|\.{3,}|[│┃║|].*[│┃║|])).*[.:!?]$")
_MIN_WORDS = 4

_AGENTS = frozenset(["assistant", "agent", "ai", "bot", "claude", "codex", "copilot", "chatgpt", "gpt", "gemini"])
_PARTS: dict[str, tuple[Role, Part]] = {
    "system": ("system", "speech"),
    **dict.fromkeys(("user", "human"), ("user", "speech")),
    **dict.fromkeys((*_AGENTS, "thought", "final answer", "answer", "response"), ("assistant", "speech")),
    **dict.fromkeys(("action", "command", "tool call"), ("assistant", "command")),
    **dict.fromkeys(("observation", "output", "stdout", "stderr"), ("assistant", "output")),
}


@dataclass(frozen=True)
class Labelled:
    """A line that says who speaks, or which part of a step follows, and what stands behind the label."""

    role: Role
    part: Part
    text: str


def speakers(lines: Iterable[str]) -> frozenset[str]:
    """The names, in lower case, of people in a chat: they speak at least twice, and an agent speaks with them."""
    counts: dict[str, int] = {}
    for line in lines:
        if found := _LABEL.fullmatch(line.strip()[:400]):
            counts[found[1].lower()] = counts.get(found[1].lower(), 0) + 1
    if not counts.keys() & _AGENTS:
        return frozenset()
    return frozenset(name for name, count in counts.items() if count > 1 and name not in _PARTS)


def labelled(line: str, people: frozenset[str]) -> Labelled | None:
    """The label of a line, if it has one; `people` are the names that count besides the usual labels."""
    found = _LABEL.fullmatch(line.strip())
    name = found[1].lower() if found else ""
    if found and name in _PARTS:
        role, part = _PARTS[name]
        return Labelled(role, part, found[2] or "")
    return Labelled("user", "speech", found[2] or "") if found and name in people else None


def prompted(line: str) -> str | None:
    """The command that was typed at a shell's prompt."""
    found = _PROMPT.fullmatch(line.strip())
    return found[1] if found else None


def is_logged(line: str) -> bool:
    """Whether a program wrote the line into its log: it begins with a time of day or a level."""
    return bool(_LOGGED.fullmatch(line.strip()))


def is_prose(line: str) -> bool:
    """Whether somebody wrote the line as a sentence, rather than a program as its output."""
    return len(line.split()) >= _MIN_WORDS and bool(_PROSE.fullmatch(line.strip()))
