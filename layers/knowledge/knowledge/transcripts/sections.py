"""Conversations written out as text, in which a line of its own says who speaks next."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from knowledge.transcripts.fences import Fences
from knowledge.transcripts.models import Speaker

Label = Callable[[str], Speaker | None]


@dataclass
class LogSection:
    """What one speaker says: the lines between two labels; `index` is the label's line."""

    speaker: Speaker
    index: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its lines, without the blank ones around them."""
        return "\n".join(self.lines).strip()


class Depth:
    """How many elements of one name, whose tags begin lines, are open."""

    def __init__(self, name: str) -> None:
        self._opening = (f"<{name} ", f"<{name}>")
        # What stands in the element may close on the same line: `</details></tool-use>`. Bounded, for foreign text.
        self._closing = re.compile(rf"(?:</[\w-]{{1,40}}>){{0,4}}</{name}>")
        self._end = f"</{name}>"
        self._open = 0

    def closes(self, line: str) -> bool:
        """Whether the line begins with the closing tag, or with those of what stands in the element and then it, or
        holds the element whole."""
        return bool(self._closing.match(line)) or self._is_whole(line)

    def _is_whole(self, line: str) -> bool:
        return line.startswith(self._opening) and line.rstrip().endswith(self._end)

    def after(self, line: str) -> int:
        """Counts the line's tag, if it has one; the closing line itself is still inside."""
        if self._is_whole(line):
            return self._open + 1
        if line.startswith(self._opening):
            self._open += 1
        elif self._open and self.closes(line):
            self._open -= 1
            return self._open + 1
        return self._open


def ruled(lines: Sequence[str], label: Label, element: str = "") -> list[LogSection]:
    """The sections whose labels stand below a rule, `---`, or at the top, and the user's not in a fence.

    The agent's label ends what the user says even in a fence: people paste half of one. None counts inside `element`,
    which holds what tools took and printed, a log of this kind
    as well.
    """
    sections: list[LogSection] = []
    fences, before = Fences(lines), "---"
    depth = Depth(element)
    for index, line in enumerate(lines):
        inside = bool(element) and depth.after(line) > 0
        fenced = fences.holds(index) and not inside
        if inside:
            fences.leave()
        speaker = label(line) if not inside and (before == "---" or not sections) else None
        if speaker and _parts(sections, speaker, fenced):
            fences.leave()
            sections.append(LogSection(speaker, index))
        elif sections:
            sections[-1].lines.append(line)
        before = line.strip() or before
    for section in sections:
        _drop_rule(section.lines)
    return sections


def headed(lines: Sequence[str], label: Label) -> list[LogSection]:
    """The sections whose labels are headings that a program wrote, the user's not in a fence.

    The agent's label ends what the user says even in a fence: people paste half of one.
    """
    sections: list[LogSection] = []
    fences = Fences(lines)
    for index, line in enumerate(lines):
        fenced, speaker = fences.holds(index), label(line)
        if speaker and _parts(sections, speaker, fenced):
            fences.leave()
            sections.append(LogSection(speaker, index))
        elif sections:
            sections[-1].lines.append(line)
    for section in sections:
        _drop_rule(section.lines)
    return sections


def _parts(sections: Sequence[LogSection], speaker: Speaker, fenced: bool) -> bool:
    """Whether a label begins a section: the agent's in a fence does where the user speaks."""
    return not fenced or (speaker == "agent" and bool(sections) and sections[-1].speaker == "user")


def alternating(lines: Sequence[str], label: Label) -> list[LogSection]:
    """The sections of a conversation whose labels are headings, which the text of an answer may have as well.

    A user is who is answered: of two user's labels in a row the first is part of the answer before it, and so is one
    that nothing follows.
    """
    fences = Fences(lines)
    labelled = [
        (index, speaker) for index, line in enumerate(lines) if not fences.holds(index) and (speaker := label(line))
    ]
    following = [speaker for _, speaker in labelled[1:]] + ["user"] * bool(labelled)
    turns = [label for label, after in zip(labelled, following, strict=True) if label[1] != "user" or after == "agent"]
    ends = [index for index, _ in turns[1:]] + [len(lines)] * bool(turns)
    sections = [
        LogSection(speaker, index, list(lines[index + 1 : end]))
        for (index, speaker), end in zip(turns, ends, strict=True)
    ]
    for section in sections:
        _drop_rule(section.lines)
    return sections


def _drop_rule(lines: list[str]) -> None:
    """Without the rule that stands before the next label."""
    while lines and lines[-1].strip() in ("", "---"):
        lines.pop()
