"""Which files a run wrote that had not been there."""

import re
from collections.abc import Sequence

from knowledge.extraction.code.known_paths import KnownPaths
from knowledge.extraction.commands.actions import is_shell, written_anew
from knowledge.transcripts import Turn

# With all that a path may hold: `routes/[id]/+page.server.ts`. Begins where a word does, so that the time is linear.
_PATH = re.compile(r"(?<![^\s\"'`()<>|=,;:])[^\s\"'`()<>|=,;:]+\.\w+")
_MISSING = re.compile(r"\bno such file\b|\bnot (?:exist|found)\b|\bcannot find\b", re.I)
_SHORT = 300  # characters: a tool's own answer rather than a file


def new_files(turns: Sequence[Turn]) -> KnownPaths:
    """The files that the run wrote as a whole, and that nothing says had been there: they were not read or edited
    before, and no output names them. Two files of one name are told apart by their folders."""
    there, new = KnownPaths(), KnownPaths()
    for turn in turns:
        new.add([path for path in written_anew(turn) if path not in there and not turn.failed])
        there.add(edit.path for edit in turn.edits if not edit.is_whole)
        there.add({*files_read(turn), *named_files(turn.output or "")})
    return new


def files_read(turn: Turn) -> list[str]:
    """What a tool was aimed at that only reads: `src/a.py` of `Read src/a.py`."""
    output = turn.output or ""
    is_missing = _MISSING.search(output if len(output) < _SHORT else output.split("\n", 1)[0])
    is_answered = bool(output) and not turn.failed and not is_missing
    has_read = is_answered and not turn.edits and not is_shell(turn)
    return (turn.command or "").split(" ", 1)[1:] if has_read else []


def named_files(output: str) -> set[str]:
    """The paths that an output names, but in lines that say that something is missing."""
    lines = (line for line in output.splitlines() if not _MISSING.search(line))
    return {path.lstrip("[") for line in lines for path in _PATH.findall(line)}
