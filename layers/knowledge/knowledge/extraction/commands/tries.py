"""Which of the files that a run made are tries, and no part of the project."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from fnmatch import fnmatch

from knowledge.extraction.code.file_kinds import is_test
from knowledge.extraction.code.known_paths import KnownPaths
from knowledge.text import shell
from knowledge.transcripts import Turn

_PASSING = re.compile(r"^/tmp/|/\.(?!.*worktree)[\w-]+/")
_TAKES_AWAY = re.compile(r"\b(?:rm|mv|del|remove-item)\b", re.I)


def tries(own: Iterable[str], turns: Sequence[Turn]) -> frozenset[str]:
    """Those that lie beside the project's folders, or elsewhere, or that it removed or moved again, with the folders
    that it removed; what stays in a folder is the project's."""
    made = list(own)
    gone = {name.removeprefix("./").rstrip("/") for turn in turns for name in _taken_away(turn.command or "")}
    folders = gone & {folder for path in made for folder in _folders(path)}
    tops = {folder for turn in turns for edit in turn.edits for folder in _folders(edit.path)[:-1]}
    files, patterns = KnownPaths(gone), [name for name in gone if "*" in name]
    return frozenset(folders) | {
        path
        for path in made
        if _lies_beside(path, tops)
        or path in files
        or not folders.isdisjoint(_folders(path))
        or any(fnmatch(f"/{path}", f"*{pattern}") for pattern in patterns)
    }


def _lies_beside(path: str, tops: Container[str]) -> bool:
    """Whether it lies at the top, in a folder for what does not last, or in a hidden one that is no checkout. Where a
    path begins at the machine's root the top is a folder in whose folders files were edited; a test may lie there."""
    if not path.startswith("/"):
        return "/" not in path.removeprefix("./") or path.startswith(("~", "../"))
    return bool(_PASSING.search(path)) or (path.rpartition("/")[0] in tops and not is_test(path))


def _folders(path: str) -> list[str]:
    """The folders that it lies in, from the widest on."""
    return [path[: slash.start()] for slash in re.finditer("/", path) if slash.start()]


def _taken_away(command: str) -> Iterator[str]:
    for step in shell.steps(command) if _TAKES_AWAY.search(command) else ():
        words = step.words[step.words[:1] == ["git"] :]
        if words and _TAKES_AWAY.fullmatch(words[0]):
            yield from (word for word in words[1:] if not word.startswith("-"))
