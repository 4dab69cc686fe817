"""A diff as changes: which files, in which classes and functions, and which lines became which."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from knowledge.transcripts.models import Edit

# git quotes a path that has letters beyond ASCII: `diff --git "a/caf\303\251.py" "b/caf\303\251.py"`
_FILE = re.compile(r"^diff --git \"?a/(.+?)\"? \"?b/(.+?)\"?$")
_HUNK = re.compile(r"^@@ .*? @@ ?(.*)")  # `@@ -1,3 +1,4 @@ def main():`: what the hunk is in
# Of the usual languages; Go puts a receiver between the keyword and the name.
_SYMBOL = re.compile(
    r"^\s*(?:export |default |async |public |private |protected |static |pub )*"
    r"(?:def|class|function|func|fn|interface|struct|impl|trait)\s+(?:\([^)]*\)\s*)?(\w+)"
)


@dataclass(frozen=True)
class ChangedBlock:
    """Lines that became others: `removed` is empty where lines were only added. `before` are the lines above that stay,
    `inside` is the class or function."""

    removed: tuple[str, ...]
    added: tuple[str, ...]
    inside: str = ""
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class PatchedFile:
    """One file of a patch."""

    path: str
    blocks: tuple[ChangedBlock, ...]
    is_new: bool = False

    @classmethod
    def of_edit(cls, edit: Edit) -> "PatchedFile":
        """What a single edit does, without the lines that it leaves alone."""
        old, new = edit.old.splitlines(), edit.new.splitlines()
        above = _shared(old, new)
        old, new = old[above:], new[above:]
        below = _shared(old[::-1], new[::-1])
        block = ChangedBlock(tuple(old[: len(old) - below]), tuple(new[: len(new) - below]))
        return cls(edit.path, (block,), is_new=edit.is_whole)


def _shared(old: list[str], new: list[str]) -> int:
    """How many lines are the same from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def read_diff(text: str) -> list[PatchedFile]:
    """The files of a diff as git writes it, in order; none where it is no diff."""
    files: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("diff --git "):
            files.append([])
        if files:
            files[-1].append(line)
    return [_file(lines) for lines in files if _FILE.match(lines[0])]


def defined(line: str) -> str:
    """The class or function whose definition the line begins; "" where it begins none."""
    symbol = _SYMBOL.match(line)
    return symbol[1] if symbol else ""


def _file(lines: list[str]) -> PatchedFile:
    header = _FILE.match(lines[0])
    is_new = any(line.startswith(("new file", "--- /dev/null")) for line in lines[:6])
    return PatchedFile(header[2] if header else "", tuple(_blocks(lines)), is_new)


def _blocks(lines: list[str]) -> Iterator[ChangedBlock]:
    """The runs of changed lines between those that stay, each with the definition that it stands in."""
    removed: list[str] = []
    added: list[str] = []
    before: list[str] = []
    around: list[_Definition] = []
    for line in [*lines, " "]:
        hunk = _HUNK.match(line)
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---")):
            (added if line[0] == "+" else removed).append(line[1:])
            continue
        if removed or added:
            yield ChangedBlock(tuple(removed), tuple(added), _inside(around, removed or added), tuple(before))
            for changed in added:
                around = _around(around, changed)
            removed, added, before = [], [], []
        before = [] if hunk else [*before[-1:], line[1:]]
        around = _named_by_git(hunk[1]) if hunk else _around(around, line[1:])


@dataclass(frozen=True)
class _Definition:
    """A class or function with its line's indent; `by_git` is what git says that a hunk begins in."""

    name: str
    indent: int
    by_git: bool = False

    @property
    def is_class(self) -> bool:
        return self.name[:1].isupper()


def _named_by_git(heading: str) -> list[_Definition]:
    name = defined(heading)
    return [_Definition(name, 0, by_git=True)] if name else []


def _around(around: list[_Definition], line: str) -> list[_Definition]:
    """The definitions around what follows the line; a function that git names ends where another begins."""
    if not (name := defined(line)):
        return around
    outer = [one for one in _outside(around, _indent(line)) if one.is_class or not one.by_git]
    return [*outer, _Definition(name, _indent(line))]


def _inside(around: list[_Definition], changed: list[str]) -> str:
    """The class and function that the lines stand in, or begin."""
    code = [line for line in changed if line.strip()] or [""]
    begun = next((line for line in code if not line.lstrip().startswith("@")), "")
    names = [one.name for one in _around(_outside(around, _indent(code[0])), begun)]
    return ".".join(names[-2:] if names[-2:][0][:1].isupper() else names[-1:]) if names else ""


def _outside(around: list[_Definition], indent: int) -> list[_Definition]:
    return [one for one in around if one.indent < indent]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
