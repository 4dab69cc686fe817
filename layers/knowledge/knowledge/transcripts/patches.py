"""Edits out of the patch language that OpenAI's agents send: `*** Begin Patch … *** Update File: …`."""

import re
from collections.abc import Iterator

from knowledge.transcripts.models import Edit

_FILE = re.compile(r"\*\*\* (Add|Update|Delete) File: (.+)")
BEGINS = "*** Begin Patch"
_MARKS = (BEGINS, "*** End Patch", "*** End of File", "*** Move to:")
# The marks of a block, of which editors draw the outer ones as arrows or as signs.
_BLOCK = re.compile(r"[<-]{5,9} SEARCH\b"), re.compile(r"={5,9}$"), re.compile(r"[>+]{5,9} REPLACE\b")


def is_patch(text: str) -> bool:
    """Whether the text is in that language."""
    return text.lstrip().startswith(BEGINS)


def edits(patch: str) -> list[Edit]:
    """One edit a hunk: the lines that it finds, and what it puts in their place."""
    return [edit for path, is_new, hunk in _hunks(patch) if (edit := _edit(path, is_new, hunk))]


def _hunks(patch: str) -> Iterator[tuple[str, bool, list[str]]]:
    path, is_new, lines = "", False, list[str]()
    for line in patch.splitlines():
        header = _FILE.match(line)
        if header or line.startswith("@@"):
            yield path, is_new, lines
            path, is_new, lines = (header[2].strip(), header[1] == "Add", []) if header else (path, is_new, [])
        elif not line.startswith(_MARKS):
            lines.append(line)
    yield path, is_new, lines


def _edit(path: str, is_new: bool, hunk: list[str]) -> Edit | None:
    if not path or not any(line[:1] in ("+", "-") for line in hunk):
        return None
    old = "\n".join(line[1:] for line in hunk if line[:1] in ("-", " "))
    new = "\n".join(line[1:] for line in hunk if line[:1] in ("+", " "))
    return Edit(path, old, new, inserts=not old and not is_new)


def replacements(path: str, text: str) -> list[Edit]:
    """The changes that SEARCH/REPLACE blocks state, of one file; none where one is not complete."""
    edits: list[Edit] = []
    old, new = list[str](), list[str]()
    state = 0  # outside, in SEARCH, in REPLACE
    for line in text.splitlines():
        if _BLOCK[state].match(line):
            if state == 2:
                edits.append(Edit(path, "\n".join(old), "\n".join(new)))
                old, new = [], []
            state = (state + 1) % 3
        elif state:
            (old, new)[state - 1].append(line)
    return edits if state == 0 else []
