"""A log as text for a model, in windows that it can read at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.ports.llm import estimated_tokens, shortened
from knowledge.transcripts import Edit, Turn

_LONG_LINE = 60
_OMISSION = 60  # characters that tell of what is left out


@dataclass(frozen=True)
class _Detail:
    """How many characters are shown, the beginning and the end of what is longer: what is said matters whole, of an
    output its ends."""

    text: int = 4000
    command: int = 1500
    output: int = 1500
    edit: int = 500
    edits: int = 4

    def times(self, factor: int) -> "_Detail":
        return _Detail(*(factor * limit for limit in (self.text, self.command, self.output, self.edit, self.edits)))


_DETAILS = [_Detail().times(factor) for factor in (16, 4, 1)]


@dataclass(frozen=True)
class Window:
    """Whole turns in their order; `places` are where they stand among all turns, from 0."""

    places: tuple[int, ...]
    text: str


def windows(turns: Sequence[Turn], tokens: int, begin: int = 0) -> list[Window]:
    """All that was said and done from the turn `begin` on, each turn under its place, in as few windows as have at most
    so many tokens, and in as much detail as takes no more of them.

    A turn that is longer than a window is cut at its middle. What programs put into the conversation is left out.
    """
    *fuller, least = (_windows(turns, tokens, begin, detail) for detail in _DETAILS)
    return next((made for made in fuller if len(made) <= len(least)), least)


def _windows(turns: Sequence[Turn], tokens: int, begin: int, detail: _Detail) -> list[Window]:
    made: list[list[tuple[int, str]]] = []
    room = 0
    for place, text in ((place, _shown(place, turn, detail)) for place, turn in enumerate(turns) if place >= begin):
        taken = estimated_tokens(text) + 1
        if text and (taken > room or not made):
            made.append([])
            room = tokens
        if text:
            made[-1].append((place, _fitting(text, tokens)))
            room -= taken
    return [Window(tuple(place for place, _ in shown), "\n\n".join(text for _, text in shown)) for shown in made]


def _fitting(text: str, tokens: int) -> str:
    """The text, its middle left out where it has more tokens: as many of its bytes as there are, not of its letters."""
    if estimated_tokens(text) <= tokens:
        return text
    raw = text.encode("utf-8", "replace")
    half = len(raw) * tokens // estimated_tokens(text) // 2 - _OMISSION
    first, last = (part.decode("utf-8", "ignore") for part in (raw[:half], raw[-half:]))
    return f"{first}\n\n[{len(text) - len(first) - len(last)} characters left out]\n\n{last}"


def whole(turn: Turn) -> str:
    """All that a turn holds, by which what is said of it is checked."""
    return "\n".join([turn.text, turn.command or "", *map(_edit_lines, turn.edits), turn.output or ""])


def _edit_lines(edit: Edit) -> str:
    return f"{edit.path}\n{edit.old}\n{edit.new}"


def _shown(place: int, turn: Turn, detail: _Detail) -> str:
    parts = [] if turn.speaker == "system" else list(_parts(turn, detail))
    return f"[{place} {turn.speaker}] {chr(10).join(parts)}" if parts else ""


def _parts(turn: Turn, detail: _Detail) -> Iterator[str]:
    if turn.text.strip():
        yield shortened(turn.text.strip(), detail.text)
    if turn.command:
        yield f"$ {shortened(turn.command, detail.command)}"
    for edit in turn.edits[: detail.edits]:
        yield f"{edit.path}: <<<{shortened(edit.old, detail.edit)}=== became >>>{shortened(edit.new, detail.edit)}==="
    if turn.output and turn.output.strip():
        yield shortened(_once(turn.output.strip()), detail.output)
    if turn.exit_code:
        yield f"(exit code {turn.exit_code})"


def _once(output: str) -> str:
    """Without the repetitions of long lines: warnings and attempts that fail alike."""
    lines = output.splitlines()
    first = {line: at for at, line in reversed(list(enumerate(lines)))}
    return "\n".join(line for at, line in enumerate(lines) if len(line) < _LONG_LINE or first[line] == at)
