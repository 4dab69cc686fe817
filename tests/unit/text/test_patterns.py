"""Every pattern that meets foreign text takes time that is linear in it, whatever somebody wrote there."""

import importlib
import pkgutil
import re
from types import ModuleType

import knowledge.text
import knowledge.transcripts
import pytest

from tests.support.linear import is_linear

# What runs of it cost: white space, marks of Markdown, HTML, JSON and shells, labels, words and numbers.
UNITS = (
    " ", "\n", "\t", "\\", "`", "```\n", "*", "**", "#", "# ", "> ", ">", "<", "</", "<a", "<a ", "<a-", "<a>", "[", "[[", "[[a/",
    "(", "{", '{"', '"', "'", "a", "A", "a ", "a-", "a_", "a.", "a. ", "a.b", "A. ", "-", "- ", "--", "_", "_**User", ".", "..",
    ":", ": ", "a:", "0", "0.", "0:", "10:00", "@", "a@", "a@b", "$ ", "=", "==", "+", "/", "a/", "|", "|-", "!", "~~~", "é", "。",
    "\r", "\r\n", "User: ", "user:\n", "a\n", "a\n\n", "- a\n", "1. ", "e.g. ", "ie", "no ", "so ", "but ", "line 1 ", "output ",
    "the result ", "exit code ", "\\u003c", "\\n", "&lt;", "<knowledge-loop ", "[Image", "> Tokens", "#### a  \n", "<summary>",
    "--- ", "---\n", "*** ", "diff --git ", "🔧 **", "THOUGHT:", "<returncode>", "Created At: ", "Output: ", "PS C:", "a@b:", "v1.",
)  # fmt: skip


def patterns(package: ModuleType) -> list[tuple[str, re.Pattern[str]]]:
    """The patterns of every module of the package, by name."""
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    modules = [importlib.import_module(name) for name in names]
    found: list[tuple[str, re.Pattern[str]]] = []
    for module in modules:
        for name, value in vars(module).items():
            each = value if isinstance(value, tuple | list) else [value]
            found += [(f"{module.__name__}.{name}", one) for one in each if isinstance(one, re.Pattern)]
    return found


@pytest.mark.parametrize(
    ("name", "pattern"), [pytest.param(*each, id=each[0]) for package in (knowledge.text, knowledge.transcripts) for each in patterns(package)]
)
def test_a_pattern_is_linear(name: str, pattern: re.Pattern[str]) -> None:
    """Searched for in runs of anything, alone and after its own beginning."""
    slow = [unit for unit in UNITS if not is_linear(lambda text: sum(1 for _ in pattern.finditer(text)), unit)]
    assert not slow, f"{name} takes the square of the length of {slow}"
