"""A log as text for a model, in windows that it can read at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.ports.llm import estimated_tokens, shortened
from knowledge.transcripts import Edit, Turn

# Characters, the beginning and the end of what is longer: what is said matters whole, of an output its ends.
_MAX_TEXT, _MAX_COMMAND, _MAX_OUTPUT, _MAX_EDIT, _MAX_EDITS = 4000, 1500, 1500, 500, 4
_LONG_LINE = 60


@dataclass(frozen=True)
class Window:
    """Whole turns in their order; `places` are where they stand among all turns, from 0."""

    places: tuple[int, ...]
    text: str


def windows(turns: Sequence[Turn], tokens: int, begin: int = 0) -> list[Window]:
    """All that was said and done from the turn `begin` on, each turn under its place, in as few windows as have at most
    so many tokens.

    A turn that is longer than a window is cut at its middle. What programs put into the conversation is left out.
    """
    made: list[list[tuple[int, str]]] = []
    room = 0
    for place, text in ((place, _shown(place, turn)) for place, turn in enumerate(turns) if place >= begin):
        taken = estimated_tokens(text) + 1
        if text and (taken > room or not made):
            made.append([])
            room = tokens
        if text:
            made[-1].append((place, shortened(text, tokens)))
            room -= taken
    return [Window(tuple(place for place, _ in shown), "\n\n".join(text for _, text in shown)) for shown in made]


def whole(turn: Turn) -> str:
    """All that a turn holds, by which what is said of it is checked."""
    return "\n".join([turn.text, turn.command or "", *map(_edit_lines, turn.edits), turn.output or ""])


def _edit_lines(edit: Edit) -> str:
    return f"{edit.path}\n{edit.old}\n{edit.new}"


def _shown(place: int, turn: Turn) -> str:
    parts = [] if turn.speaker == "system" else list(_parts(turn))
    return f"[{place} {turn.speaker}] {chr(10).join(parts)}" if parts else ""


def _parts(turn: Turn) -> Iterator[str]:
    if turn.text.strip():
        yield shortened(turn.text.strip(), _MAX_TEXT)
    if turn.command:
        yield f"$ {shortened(turn.command, _MAX_COMMAND)}"
    for edit in turn.edits[:_MAX_EDITS]:
        yield f"{edit.path}: <<<{shortened(edit.old, _MAX_EDIT)}=== became >>>{shortened(edit.new, _MAX_EDIT)}==="
    if turn.output and turn.output.strip():
        yield shortened(_once(turn.output.strip()), _MAX_OUTPUT)
    if turn.exit_code:
        yield f"(exit code {turn.exit_code})"


def _once(output: str) -> str:
    """Without the repetitions of long lines: warnings and attempts that fail alike."""
    lines = output.splitlines()
    first = {line: at for at, line in reversed(list(enumerate(lines)))}
    return "\n".join(line for at, line in enumerate(lines) if len(line) < _LONG_LINE or first[line] == at)
