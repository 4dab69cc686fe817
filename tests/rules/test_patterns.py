"""Every regular expression takes time that is linear in the text it meets, whatever somebody wrote there.

They are found in the package and not listed: a new one is measured as soon as it stands in a module.
"""

import ast
import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from re import _parser as sre  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

import knowledge
import pytest

import kloop
from tests.support.linear import is_linear

# What runs of it cost: white space, marks of Markdown, HTML, JSON and shells, labels, words and numbers.
UNITS = (
    " ",
    "\n",
    "\t",
    "\\",
    "`",
    "```\n",
    "*",
    "**",
    "#",
    "# ",
    "> ",
    ">",
    "<",
    "</",
    "<a",
    "<a ",
    "<a-",
    "<a>",
    "[",
    "[[",
    "[[a/",
    "(",
    "{",
    '{"',
    '"',
    "'",
    "a",
    "A",
    "a ",
    "a-",
    "a_",
    "a.",
    "a. ",
    "a.b",
    "A. ",
    "-",
    "- ",
    "--",
    "_",
    "_**User",
    ".",
    "..",
    ":",
    ": ",
    "a:",
    "0",
    "0.",
    "0:",
    "10:00",
    "@",
    "a@",
    "a@b",
    "$ ",
    "=",
    "==",
    "+",
    "/",
    "a/",
    "|",
    "|-",
    "!",
    "~~~",
    "é",
    "。",
    "\r",
    "\r\n",
    "User: ",
    "user:\n",
    "a\n",
    "a\n\n",
    "- a\n",
    "1. ",
    "e.g. ",
    "ie",
    "no ",
    "so ",
    "but ",
    "line 1 ",
    "output ",
    "the result ",
    "exit code ",
    "\\u003c",
    "\\n",
    "&lt;",
    "<knowledge-loop ",
    "[Image",
    "> Tokens",
    "#### a  \n",
    "<summary>",
    "--- ",
    "---\n",
    "*** ",
    "diff --git ",
    "🔧 **",
    "THOUGHT:",
    "<returncode>",
    "Created At: ",
    "Output: ",
    "PS C:",
    "a@b:",
    "v1.",
)


# What a test is about: the patterns are read when it runs, and not by each worker that only collects the tests.
ROOMS = [
    f"{package.__name__}.{info.name}"
    for package in (knowledge, kloop)
    for info in pkgutil.iter_modules(package.__path__)
    if info.name != "__main__"
]
FLAGS = re.compile(r"re\.[A-Z]+(?: \| re\.[A-Z]+)*")
ANCHORED, SEARCHED = {"match", "fullmatch"}, {"search", "sub", "subn", "split", "findall", "finditer"}


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """All of a package; what needs more than is installed, and programs, are no modules of it."""
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


def compiled(value: Any) -> Iterator[re.Pattern[Any]]:
    """The patterns that a module's variable holds, however deep in tuples, lists and dictionaries."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (pattern for part in value.items() for pattern in compiled(part))
    elif isinstance(value, tuple | list | set | frozenset):
        yield from (pattern for part in value for pattern in compiled(part))


def uses(module: ModuleType) -> Iterator[tuple[re.Pattern[Any], str]]:
    """The module's patterns, each with how it is applied: those in its variables, and those in its calls of `re`.

    What is applied elsewhere, or by another way than its name's, is searched for.
    """
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    calls: list[Any] = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    anchored = [call.func for call in calls if call.func.attr in ANCHORED and isinstance(call.func.value, ast.Name)]
    named = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    for name, value in vars(module).items():
        applied = [use for use in anchored if use.value.id == name]
        how = {use.attr for use in applied} if applied and len(applied) == named[name] else {"finditer"}
        for pattern in compiled(value):
            yield from ((pattern, way) for way in sorted(how))
    for call in calls:
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=how), args=[ast.Constant(value=text), *rest]
            ) if how in ANCHORED | SEARCHED:
                given = [*rest, *(keyword.value for keyword in call.keywords if keyword.arg == "flags")]
                flags = [eval(flag, {"re": re}) for flag in map(ast.unparse, given) if FLAGS.fullmatch(flag)]
                yield re.compile(text, *flags[:1]), how if how in ANCHORED else "finditer"


@cache
def patterns(room: str) -> dict[str, tuple[re.Pattern[Any], str]]:
    """Every pattern of a room and how it is applied, by its module and its beginning."""
    itself = importlib.import_module(room)
    return {
        f"{module.__name__} {how} {pattern.pattern[:40]!r}": (pattern, how)
        for module in (itself, *(modules(itself) if hasattr(itself, "__path__") else ()))
        for pattern, how in uses(module)
    }


def sample(nodes: Sequence[Any]) -> str:
    """A text that these parts of a parsed pattern match, or nearly so."""
    return "".join(map(sample_of, nodes))


def sample_of(node: Any) -> str:
    kind, value = str(node[0]), node[1]
    match kind:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL":
            return "a" if value != ord("a") else "b"
        case "ANY":
            return "a"
        case "IN":
            return sample_of_set(value)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return sample(value[2]) * max(1, min(value[0], 8))
        case "SUBPATTERN":
            return sample(value[-1])
        case "BRANCH":
            return sample(value[1][0])
        case "ATOMIC_GROUP":
            return sample(value)
        case _:
            return ""


def sample_of_set(members: Sequence[Any]) -> str:
    if str(members[0][0]) == "NEGATE":
        return "a"
    kind, value = str(members[0][0]), members[0][1]
    if kind == "RANGE":
        return chr(value[0])
    if kind == "LITERAL":
        return chr(value)
    return {"CATEGORY_DIGIT": "0", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}.get(str(value), "a")


def beginnings(pattern: re.Pattern[Any]) -> list[str]:
    """What the pattern's own beginnings match: a run of each is begun again and again, and never ended."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    nodes = list(
        sre.parse(source, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags)
    )
    samples = (sample(nodes[:length]) for length in range(1, len(nodes) + 1))
    return [text for text in dict.fromkeys(samples) if text and text not in UNITS]


def is_linear_as_applied(pattern: re.Pattern[Any], how: str, unit: str) -> bool:
    """On a run of that unit, applied as the module applies it."""

    def apply(text: str) -> None:
        given = text if isinstance(pattern.pattern, str) else text.encode()
        for _ in getattr(pattern, how)(given) if how == "finditer" else [getattr(pattern, how)(given)]:
            pass

    return is_linear(apply, unit)


@pytest.mark.parametrize("room", ROOMS)
def test_each_pattern_is_linear(room: str) -> None:
    """Applied to runs of anything, and of its own beginnings."""
    slow = [
        (name, unit)
        for name, (pattern, how) in patterns(room).items()
        for unit in (*UNITS, *beginnings(pattern))
        if not is_linear_as_applied(pattern, how, unit)
    ]
    assert slow == []


def test_the_patterns_are_found() -> None:
    """Those in tables, in calls and in classes of other packages, too: some that are known to be there."""
    assert sum(len(patterns(room)) for room in ROOMS) > 300
