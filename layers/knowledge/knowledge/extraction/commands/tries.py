"""Which of the files that a run made are tries, and no part of the project."""

import re
from collections.abc import Iterable, Iterator, Sequence

from knowledge.extraction.code.file_kinds import is_test
from knowledge.extraction.code.working_tree import is_named
from knowledge.text import shell
from knowledge.transcripts import Turn

_PASSING = re.compile(r"^/tmp/|/\.(?!.*worktree)[\w-]+/")
_TAKES_AWAY = re.compile(r"\b(?:rm|mv|del|remove-item)\b", re.I)


def tries(own: Iterable[str], turns: Sequence[Turn]) -> frozenset[str]:
    """Those that lie beside the project's folders, or elsewhere, or that it removed or moved again, with the folders
    that it removed; what stays in a folder is the project's."""
    made = list(own)
    gone = [name for turn in turns for name in _taken_away(turn.command or "")]
    folders = {name.rstrip("/") for name in gone if any(path.startswith(f"{name.rstrip('/')}/") for path in made)}
    edited = [edit.path for turn in turns for edit in turn.edits]
    return frozenset(folders) | {path for path in made if is_named(path, gone) or _lies_beside(path, edited)}


def _lies_beside(path: str, edited: Sequence[str]) -> bool:
    """Whether it lies at the top, in a folder for what does not last, or in a hidden one that is no checkout. Where a
    path begins at the machine's root the top is a folder in whose folders files were edited; a test may lie there."""
    if not path.startswith("/"):
        return "/" not in path.removeprefix("./") or path.startswith(("~", "../"))
    folder = f"{path.rpartition('/')[0]}/"
    is_above = any(other.startswith(folder) and "/" in other[len(folder) :] for other in edited)
    return bool(_PASSING.search(path)) or (is_above and not is_test(path))


def _taken_away(command: str) -> Iterator[str]:
    for step in shell.steps(command) if _TAKES_AWAY.search(command) else ():
        words = step.words[step.words[:1] == ["git"] :]
        if words and _TAKES_AWAY.fullmatch(words[0]):
            yield from (word for word in words[1:] if not word.startswith("-"))
