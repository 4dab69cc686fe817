"""What a run changed: the files and the functions, from its diff or else from its edits."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from knowledge.extraction.code.diff import SYMBOL, PatchedFile, read_diff
from knowledge.extraction.code.symbols import enclosing, relative
from knowledge.transcripts import Turn

_EDIT = re.compile(
    r"^(?:edit|write|multiedit|str_replace_editor (?:create|str_replace|insert)|notebookedit|create)\s+(\S+)", re.I
)
_REDIRECT = re.compile(r"(?:>|\btee)\s*([\w./~-]+\.\w+)")
_NOT_SOURCE = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|spec|docs?)/|(?:^|/)(?:test_|conftest)|[._-](?:test|spec)s?\.\w+$"
)
_CONFIGURATION = re.compile(r"^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|package(?:-lock)?\.json|.*\.lock|\.\w.*)$")
# A line that became another still looks like it; less alike, the two only stand in the same place.
_MIN_LIKENESS = 0.5
_MAX_ADDED, _MAX_REPLACED, _MAX_LINE = 2, 3, 110
_COMMENT = re.compile(r"\s*(?:#|//)\s*(?!\s*(?:noqa|type:|TODO|pylint|eslint))(.+)")
_MIN_COMMENT, _MAX_COMMENT = 30, 240
_MIN_ANCHOR = 12


def changes(turns: Sequence[Turn]) -> list[PatchedFile]:
    """What was changed in source files, from the last diff of the log; without one, from the edits."""
    for turn in reversed(turns):
        if turn.output and "diff --git " in turn.output and (found := read_diff(turn.output)):
            return [_with_functions(change, turns) for change in _sources(found)]
    edited = dict.fromkeys(
        match[1] for turn in turns if turn.failed is not True and (match := _EDIT.match(turn.command or ""))
    )
    return _sources([PatchedFile(relative(path)) for path in edited if "." in path])


def _sources(found: Sequence[PatchedFile]) -> list[PatchedFile]:
    """Without tests and documents; without the project's configuration, unless that is all."""
    sources = [change for change in found if not _NOT_SOURCE.search(change.path)]
    return [change for change in sources if not _CONFIGURATION.search(change.path)] or sources


def created(turns: Sequence[Turn]) -> set[str]:
    """The names of files that the run wrote itself (a script to try something, a new test)."""
    paths: set[str] = set()
    for turn in turns:
        command = turn.command or ""
        paths.update(_REDIRECT.findall(command))
        if match := re.match(r"(?:write|create|str_replace_editor create)\s+(\S+)", command, re.I):
            paths.add(match[1])
    return {path.rsplit("/", 1)[-1] for path in paths}


def describe(change: PatchedFile) -> str:
    """How the file was changed, in words, where that is a line or two; else ""."""
    removed, added = _telling(change.removed), _telling(change.added)
    if len(removed) == len(added) <= _MAX_REPLACED:
        removed, added = removed[:1], added[:1]
    if len(removed) > 1 or len(added) > (1 if removed else _MAX_ADDED) or removed == added:
        return ""
    if any(len(line) > _MAX_LINE or "`" in line for line in removed + added):
        return ""
    if removed and added and SequenceMatcher(None, removed[0], added[0]).ratio() < _MIN_LIKENESS:
        return ""
    old, new = (" and ".join(f"`{line}`" for line in lines) for lines in (removed, added))
    if not removed:
        return f"by adding {new}"
    return f"by changing {old} to {new}" if added else f"by removing {old}"


def new_calls(change: PatchedFile) -> list[str]:
    """The functions that only the new lines call."""
    before, after = (re.findall(r"([A-Za-z_][\w.]{3,})\(", " ".join(lines)) for lines in (change.removed, change.added))
    builtin = {"isinstance", "hasattr", "getattr", "setattr", "super", "print", "range", "tuple", "list", "dict"}
    return [name for name in dict.fromkeys(after) if name not in {*before, *builtin} and "__" not in name]


def comment(change: PatchedFile) -> str:
    """What the change says of itself: its longest new comment, where that is a sentence; else ""."""
    blocks: list[list[str]] = [[]]
    for line in change.added:
        if words := _COMMENT.match(line):
            blocks[-1].append(words[1].strip())
        else:
            blocks.append([])
    said = max((" ".join(block) for block in blocks), key=len)
    return said if _MIN_COMMENT <= len(said) <= _MAX_COMMENT else ""


def added_names(change: PatchedFile) -> list[str]:
    """The functions and classes that the change defines anew."""
    defined = [named[1] for line in change.added if (named := SYMBOL.match(line))]
    gone = {named[1] for line in change.removed if (named := SYMBOL.match(line))}
    return [name for name in dict.fromkeys(defined) if name not in gone]


def _with_functions(change: PatchedFile, turns: Sequence[Turn]) -> PatchedFile:
    """The change with `Class.method` where git named the class only and the run had read the method."""
    anchors = [line.strip() for line in change.anchors if len(line.strip()) >= _MIN_ANCHOR]
    inner = [name for anchor in anchors if (name := enclosing(turns, change.path, anchor))]
    classes = [symbol for symbol in change.symbols if symbol[:1].isupper() and "." not in symbol]
    named = {symbol.rsplit(".", 1)[-1] for symbol in change.symbols}
    for name in dict.fromkeys(inner):
        if name not in named:
            change.symbols.append(f"{classes[0]}.{name}" if len(classes) == 1 else name)
    if len(classes) == 1 and any(symbol.startswith(f"{classes[0]}.") for symbol in change.symbols):
        change.symbols.remove(classes[0])
    return change


def _telling(lines: list[str]) -> list[str]:
    stripped = [line.strip() for line in lines]
    return [
        line
        for line in dict.fromkeys(stripped)
        if re.search(r"\w{2}", line) and not line.startswith(("#", "//", "*", '"""', "else", "try", "import ", "from "))
    ]
