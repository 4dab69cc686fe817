"""Whether a run made itself what it worked on, in an empty folder: then what it proves is not of the project."""

import re
from collections.abc import Iterator, Sequence

from knowledge.extraction.code.file_kinds import is_prose
from knowledge.extraction.commands.actions import Action, is_shell, written_anew
from knowledge.extraction.commands.new_files import files_read, named_files, new_files
from knowledge.text import shell
from knowledge.transcripts import Turn

_CODE = re.compile(r"(?!/tmp/).*\.[A-Za-z]\w*")
_LISTS = frozenset({"dir", "fd", "find", "get-childitem", "git", "ls", "tree"})


def is_made_by_run(turns: Sequence[Turn], actions: Sequence[Action]) -> bool:
    """Whether it wrote code, and nothing that it changed, read or listed shows that some had been there."""
    new = new_files(turns)
    made = [path for turn in turns for path in written_anew(turn) if _is_code(path)]
    changed = (path for action in actions for path in action.changed)
    there = (path for turn in turns for path in _shown(turn))
    return bool(made) and not any(_is_code(path) and path not in new for path in (*changed, *there))


def _shown(turn: Turn) -> Iterator[str]:
    """The files that it read with a tool, or listed."""
    steps = [step for step in shell.steps(turn.command or "") if step.name != "cd"] if is_shell(turn) else []
    yield from files_read(turn)
    if steps and steps[0].name.lower() in _LISTS:
        yield from named_files(turn.output or "")


def _is_code(path: str) -> bool:
    return bool(_CODE.fullmatch(path)) and not is_prose(path)
