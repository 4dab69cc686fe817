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
KINDS = set(" \na0")  # beside the characters that a pattern names itself
END = "\0"  # after a run, what keeps a pattern from ending there: it has to look for another way

# What a test is about: the patterns are read when it runs, and not by each worker that only collects the tests.
ROOMS = [
    f"{package.__name__}.{info.name}"
    for package in (knowledge, kloop)
    for info in pkgutil.iter_modules(package.__path__)
    if info.name != "__main__"
]
FLAGS = re.compile(r"re\.[A-Z]+(?: \| re\.[A-Z]+)*")
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
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
    """Every pattern of a room and how it is applied, by its module and itself."""
    itself = importlib.import_module(room)
    return {
        f"{module.__name__} {how} {pattern.pattern!r}": (pattern, how)
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
        case _ if kind in REPEATS:
            return sample(value[2]) * max(1, min(value[0], 8))
        case "SUBPATTERN":
            return sample(value[-1])
        case "BRANCH":
            return sample(value[1][0])
        case "ATOMIC_GROUP":
            return sample(value)
        case "ASSERT" if value[0] < 0:
            return sample(value[1])
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


def source_of(pattern: re.Pattern[Any]) -> str:
    return pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")


def parsed(pattern: re.Pattern[Any]) -> list[Any]:
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    return list(sre.parse(source_of(pattern), flags))


def beginnings(nodes: Sequence[Any]) -> list[str]:
    """What the pattern's own beginnings match: a run of each is begun again and again, and never ended."""
    samples = (sample(nodes[:length]) for length in range(1, len(nodes) + 1))
    return [text for text in dict.fromkeys(samples) if text and text not in UNITS]


def repeats(nodes: Sequence[Any], before: str = "") -> Iterator[tuple[str, str]]:
    """What is repeated without end, each behind what leads up to it, however deep in groups."""
    for node in nodes:
        for part in inner(node):
            yield from repeats(part, before)
        if str(node[0]) in REPEATS and node[1][1] == sre.MAXREPEAT:
            yield before, sample(node[1][2])
        before += sample_of(node)


def inner(node: Any) -> Iterator[Sequence[Any]]:
    """The parts of a parsed pattern's node."""
    kind, value = str(node[0]), node[1]
    if kind in REPEATS:
        yield value[2]
    elif kind in {"SUBPATTERN", "ASSERT", "ASSERT_NOT"}:
        yield value[-1]
    elif kind == "BRANCH":
        yield from value[1]
    elif kind == "ATOMIC_GROUP":
        yield value


def runs(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """What a pattern is tried on, as what stands before a run, its unit, and what stands behind it.

    Runs of anything and of the pattern's own beginnings by themselves; and where the pattern repeats something, behind
    what leads up to that, runs of it and of each character that the pattern tells from others.
    """
    nodes = parsed(pattern)
    yield from (("", unit, "") for unit in (*UNITS, *beginnings(nodes)))
    characters = sorted(KINDS | set(source_of(pattern)))
    for before, repeated in dict.fromkeys(repeats(nodes)):
        yield from ((before, unit, END) for unit in (repeated, *characters) if unit)


def is_linear_as_applied(pattern: re.Pattern[Any], how: str, before: str, unit: str, after: str) -> bool:
    """On a run of that unit, applied as the module applies it."""

    def apply(run: str) -> None:
        text = f"{before}{run}{after}"
        given = text if isinstance(pattern.pattern, str) else text.encode()
        for _ in getattr(pattern, how)(given) if how == "finditer" else [getattr(pattern, how)(given)]:
            pass

    return is_linear(apply, unit)


@cache
def slow_run(pattern: re.Pattern[Any], how: str) -> tuple[str, str, str] | None:
    """The first run on which the pattern is not linear; another would take another second."""
    return next((run for run in runs(pattern) if not is_linear_as_applied(pattern, how, *run)), None)


@pytest.mark.parametrize("room", ROOMS)
def test_each_pattern_is_linear(room: str) -> None:
    """Applied to runs of anything, of its own beginnings, and behind them of what it repeats."""
    slow = {name: run for name, (pattern, how) in patterns(room).items() if (run := slow_run(pattern, how))}
    assert slow == {}


@pytest.mark.parametrize(
    "source",
    [
        r"(?:\s*\n)+x",  # a power, which would never end
        pytest.param(r"Error:\s*\s+\s*x", marks=pytest.mark.soak),  # behind a beginning
        pytest.param(r"so|(?:Error:[a ]*[b ]*[c ]*x)", marks=pytest.mark.soak),  # in a group, on no sample of its parts
        pytest.param(r"#\s*\s*\s*$", marks=pytest.mark.soak),  # where something stands behind the run
    ],
)
def test_a_slow_pattern_is_known(source: str) -> None:
    """Wherever it is slow, and in bounded time where its own is not."""
    assert slow_run(re.compile(source), "match")


def test_the_patterns_are_found() -> None:
    """Those in tables, in calls and in classes of other packages, too: some that are known to be there."""
    assert sum(len(patterns(room)) for room in ROOMS) > 300
