"""The files as a run has changed them so far, as far as its edits and commands tell."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from itertools import product

from knowledge.extraction.code.file_kinds import is_code, is_document, is_prose
from knowledge.extraction.code.known_paths import KnownPaths
from knowledge.extraction.code.moves import moved_to, moves
from knowledge.extraction.code.tree_changes import AS_FOUND, NEVER, ChangedFile, TreeChanges
from knowledge.text import shell
from knowledge.transcripts import Edit

_EVERYTHING = (".", "./", ":/", "*")  # how a command names all files
# What else is run leaves files as they are, or writes to them.
_MAY_CHANGE = re.compile(r"\b(?:git|rm|mv|cp|undo_edit)\b")
_MAX_ASIDE = 20

_Files = Mapping[str, ChangedFile]


class WorkingTree:
    """The files while a run goes on. `own` are the paths of those that it made itself, of which `tries` are no part of
    the project."""

    def __init__(self, own: Iterable[str] = (), tries: Iterable[str] = ()) -> None:
        self._own, self._tries = KnownPaths(own), KnownPaths(tries)
        self._files: dict[str, ChangedFile] = {}
        self._committed: _Files = {}  # what a checkout brings back
        self._aside: deque[_Files] = deque(maxlen=_MAX_ASIDE)  # what was stashed
        self._history: dict[str, list[tuple[int, ChangedFile]]] = {}
        self._place = NEVER
        self._changes = Counter[str]()  # fingerprints, by the name of what they are of

    def after(self, place: int, command: str, edits: Sequence[Edit] = (), wrote: Sequence[str] = ()) -> TreeChanges:
        """What is changed after an action at that place: a command, and what it edited and wrote to."""
        self._place = place
        self._run(command)
        for edit in edits:
            self._put(edit.path, self._file(edit.path).edited(edit, place))
        for path in wrote:
            self._put(path, replace(self._file(path), written=place))
        return TreeChanges(place, history=self._history, **self._changes)

    def _file(self, path: str) -> ChangedFile:
        return self._files.get(path) or ChangedFile(is_own=path in self._own)

    def _put(self, path: str, file: ChangedFile) -> None:
        was = self._files.get(path, AS_FOUND).change
        self._files[path] = file
        self._history.setdefault(path, []).append((self._place, file))
        for name, change in product(self._parts(path, file), filter(None, (was, file.change))):
            self._changes[name] ^= hash((path, change))

    def _parts(self, path: str, file: ChangedFile) -> Iterator[str]:
        """Of what of the tree it is a part; no test of the project reads a document, a try, or what only tells."""
        is_read = not is_document(path)
        is_beside = file.is_own and (is_prose(path) or path in self._tries)
        parts = {
            "all": True,
            "theirs": not file.is_own,
            "code": is_read and not file.is_own,
            "product": is_read and not is_beside,
        }
        return (name for name, is_in in parts.items() if is_in)

    def _run(self, command: str) -> None:
        """Follows a command that may bring files back, put changes aside, or remove a file that the run made."""
        for step in shell.steps(command) if _MAY_CHANGE.search(command) else ():
            words = step.words
            if step.inner:
                self._run(step.inner)
            elif words[:1] == ["git"]:
                self._run_git(git_words(words))
            elif words[:1] == ["rm"]:
                self._remove(words[1:])
            elif words[:1] == ["mv"]:
                self._move(words[1:])
            elif words[:1] == ["cp"]:
                self._copy(words[1:])
            elif "undo_edit" in words[:2]:
                self._bring_back({path: self._files[path].earlier or AS_FOUND for path in words if path in self._files})

    def _run_git(self, words: Sequence[str]) -> None:
        match words:
            case ["rm", *given] if "--cached" not in given:
                self._remove(given, is_tracked=True)
            case ["mv", *given]:
                self._move(given, is_tracked=True)
            case ["commit", *_]:
                self._committed = dict(self._files)
            case ["stash", *given]:
                self._stash(given)
            case ["reset", *given] if "--hard" in given:
                self._check_out(_EVERYTHING)
            case ["checkout", *given] if not {"-b", "-B"} & {*given}:
                self._check_out(given)
            case ["restore", *given] if "--staged" not in given or "--worktree" in given:
                self._check_out(given)

    def _remove(self, named: Sequence[str], *, is_tracked: bool = False) -> None:
        """Of a folder what the run made is gone; whose the rest was is not known, but where git tracks it."""
        for name in (word.removeprefix("./") for word in named if not word.startswith("-")):
            for path in self._paths(name) or ([name] if is_tracked else []):
                if is_tracked or self._file(path).is_own or f"/{path}".endswith(f"/{name}"):
                    self._put(path, _without(self._file(path)))

    def _move(self, words: Sequence[str], *, is_tracked: bool = False) -> None:
        self._copy(words)
        for source, target in moves(words):
            for path in self._paths(source) or ([source] if is_tracked or is_code(source) else []):
                file = self._file(path)
                self._put(path, _without(file))
                self._put(moved_to(path, source, target), replace(file, written=self._place))

    def _copy(self, words: Sequence[str]) -> None:
        """Of a file that was changed and is written over nobody knows what is in it."""
        for path in (path for _, target in moves(words) for path in self._paths(target)):
            self._put(path, replace(self._files[path], written=self._place))

    def _paths(self, name: str) -> list[str]:
        """The paths of the files that were changed and that the name means."""
        if name in self._files:
            return [name]
        return [path for path in self._files if _is_named(path, [name])]

    def _stash(self, words: Sequence[str]) -> None:
        verb = words[0] if words and not words[0].startswith("-") else "push"
        if verb in ("push", "save"):
            self._aside.append(dict(self._files))
            self._check_out(words[words.index("--") + 1 :] if "--" in words else _EVERYTHING)
        if verb in ("pop", "apply") and self._aside:
            self._bring_back(self._aside[-1])
        if verb in ("pop", "drop") and self._aside:
            self._aside.pop()

    def _check_out(self, named: Sequence[str]) -> None:
        """Brings the files that are named back as they were committed, or as the run had found them."""
        was = ((path, self._committed.get(path, ChangedFile(is_own=file.is_own))) for path, file in self._files.items())
        self._bring_back({path: file for path, file in was if _is_named(path, named)})

    def _bring_back(self, files: _Files) -> None:
        for path, file in files.items():
            if self._files.get(path) is not file:
                self._put(path, file)


def _without(file: ChangedFile) -> ChangedFile:
    """The file when it is removed: of one that the run made nothing is left, of the project's a change."""
    return ChangedFile(is_own=True) if file.is_own else ChangedFile(is_gone=True)


def git_words(words: Sequence[str]) -> Sequence[str]:
    """The subcommand and what it is given: `checkout .` of `git -C shop checkout .`."""
    rest = words[1:]
    while rest and rest[0].startswith("-"):
        rest = rest[2 if rest[0] in ("-C", "-c") else 1 :]
    return rest


def _is_named(path: str, named: Sequence[str]) -> bool:
    """Whether the names mean the file: by its path or the end of it, a folder, a pattern, or all there are."""
    whole = f"/{path}"
    paths = [f"/{name.removeprefix('./').rstrip('/')}" for name in named if name not in _EVERYTHING]
    return any(name in _EVERYTHING for name in named) or any(
        whole.endswith(name) or name.endswith(whole) or f"{name}/" in whole or fnmatch(whole, f"*{name}")
        for name in paths
    )
