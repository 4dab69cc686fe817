"""What a run changed: the files and the functions, from its diff or else from its edits."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..transcripts import Turn

_FILE = re.compile(r"^diff --git a/(\S+) b/(\S+)|^\+\+\+ (?:b/)?([^\s]+)")
_HUNK = re.compile(r"^@@ .*? @@ ?(.*)")
_SYMBOL = re.compile(
    r"^[ +]?\s*(?:export )?(?:default )?(?:async )?(?:public |private |protected |static )*"
    r"(?:def|class|function|func|fn|interface|struct|impl|trait)\s+(?:\([^)]*\)\s*)?(\w+)"
)
_EDIT = re.compile(r"^(?:edit|write|multiedit|str_replace_editor (?:create|str_replace|insert)|notebookedit|create)\s+(\S+)", re.I)
_REDIRECT = re.compile(r"(?:>|\btee)\s*([\w./~-]+\.\w+)")
_NOT_SOURCE = re.compile(r"(?:^|/)(?:tests?|testing|__tests__|spec|docs?)/|(?:^|/)(?:test_|conftest)|[._-](?:test|spec)s?\.\w+$")
_MAX_CHANGED = 2


@dataclass
class FileChange:
    """One file of a patch: where, in which classes and functions, and the lines taken out and put in."""

    path: str
    symbols: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)


def changes(turns: Sequence[Turn]) -> list[FileChange]:
    """What was changed in source files, from the last diff of the log; without one, from the edits."""
    for turn in reversed(turns):
        if turn.output and "diff --git " in turn.output and (found := _read_diff(turn.output)):
            return [change for change in found if not _NOT_SOURCE.search(change.path)]
    edited = dict.fromkeys(
        match[1] for turn in turns if turn.failed is not True and (match := _EDIT.match(turn.command or ""))
    )
    return [FileChange(path) for path in edited if not _NOT_SOURCE.search(path) and "." in path]


def created(turns: Sequence[Turn]) -> set[str]:
    """The names of files that the run wrote itself (a script to try something, a new test)."""
    paths: set[str] = set()
    for turn in turns:
        command = turn.command or ""
        paths.update(_REDIRECT.findall(command))
        if match := re.match(r"(?:write|create|str_replace_editor create)\s+(\S+)", command, re.I):
            paths.add(match[1])
    return {path.rsplit("/", 1)[-1] for path in paths}


def describe(change: FileChange) -> str:
    """How the file was changed, in words, where that is a line or two; else ""."""
    removed, added = _telling(change.removed), _telling(change.added)
    if len(removed) > _MAX_CHANGED or len(added) > _MAX_CHANGED or not removed + added:
        return ""
    if max(map(len, removed + added)) > 110 or any("`" in line for line in removed + added):
        return ""
    old, new = (" and ".join(f"`{line}`" for line in lines) for lines in (removed, added))
    if not removed:
        return f"by adding {new}"
    return f"by changing {old} to {new}" if added else f"by removing {old}"


def _telling(lines: list[str]) -> list[str]:
    stripped = [line.strip() for line in lines]
    return [line for line in stripped if re.search(r"\w", line) and not line.startswith(("#", "//", "*", '"""'))]


def _read_diff(text: str) -> list[FileChange]:
    found: dict[str, FileChange] = {}
    change: FileChange | None = None
    symbol = ""
    for line in text[text.index("diff --git ") :].splitlines():
        if header := _FILE.match(line):
            path = header[2] or header[3]
            change = found.setdefault(path, FileChange(path)) if path != "/dev/null" else change
        elif change and (hunk := _HUNK.match(line)):
            symbol = named[1] if (named := _SYMBOL.match(hunk[1])) else ""
        elif change and line[:1] in "+- " and not line.startswith("---"):
            symbol = _read_line(line, change, symbol)
    return list(found.values())


def _read_line(line: str, change: FileChange, symbol: str) -> str:
    if named := _SYMBOL.match(line):
        symbol = named[1]
    if line[:1] in ("+", "-") and line[1:].strip():
        (change.added if line[0] == "+" else change.removed).append(line[1:])
        if symbol and symbol not in change.symbols:
            change.symbols.append(symbol)
    return symbol
