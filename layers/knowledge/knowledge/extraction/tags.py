"""A few plain words by which a learning can be filtered: the module, the file and the programs that it names."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from knowledge.extraction.commands import called

MAX_TAGS = 5
_CODE = re.compile(r"`([^`]{2,200})`")
_PATH = re.compile(r"[\w@.-]*(?:/[\w@.-]+)+|[\w-]+\.[a-z]{1,4}")  # `src/app.py`, `app.py`
# A program with arguments that no code looks like.
_COMMAND = re.compile(r"[a-z][\w./-]*(?: [\w./:@-]+)+")
# Folders that every project has: they tell none from another.
_PLAIN = frozenset({
    "src", "lib", "app", "apps", "packages", "tests", "test", "bin", "usr", "opt", "tmp", "var", "core", "utils",
    "index", "main", "__init__", "init", "python",
})  # fmt: skip


def tags(learning: str) -> list[str]:
    """At most `MAX_TAGS` words in lower case, in the order in which the learning names them, files first."""
    quoted = _CODE.findall(learning)
    names = dict.fromkeys(tag.lower().strip(".") for tag in [*_of_paths(quoted), *_of_commands(quoted)])
    return [tag for tag in names if re.fullmatch(r"[a-z_][\w.-]{1,39}", tag) and tag not in _PLAIN][:MAX_TAGS]


def _of_paths(quoted: list[str]) -> Iterator[str]:
    """Of each path its top folder that says something, and its file's stem."""
    for path in (PurePosixPath(code) for code in quoted if _PATH.fullmatch(code)):
        yield from [part for part in path.parts[:-1] if part not in (*_PLAIN, "/")][:1]
        yield path.stem.removeprefix("test_")


def _of_commands(quoted: list[str]) -> Iterator[str]:
    for words in (code.split() for code in quoted if _COMMAND.fullmatch(code)):
        yield called.tool(words)
