"""What the documentation names is there: each path of the repository and each module of the package."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.conftest import ROOT

RECORDS = {"CHANGELOG.md", "benchmarks.md"}  # they tell of what was, under the names of then
PAGES = sorted(page for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")) if page.name not in RECORDS)
PACKAGE = ROOT / "layers" / "knowledge" / "knowledge"
SOURCES = ("functions", "kloop", "layers", "sql", "tests")
OTHERS = {"tests/runtests.py"}  # Django's
# From where paths are told: `sql/functions`, `knowledge/text`, `matches/recency`, `soak/test_load.py`.
BASES = (ROOT, PACKAGE.parent, PACKAGE, ROOT / "tests")
_PATH = re.compile(r"`(\w+(?:/[\w.-]+)*(?:/|/[\w.-]+|\.py|\.sql|\.sh))`")
_MODULE = re.compile(r"`(knowledge(?:\.[a-z_]+)+)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    """Paths of code and of our folders, and dotted names of the package, wherever they stand in backticks."""
    text = page.read_text()
    missing = [path for path in _PATH.findall(text) if is_ours(path) and not is_there(path)]
    assert missing + [name for name in _MODULE.findall(text) if not is_importable(name)] == []


def is_ours(path: str) -> bool:
    """Whether it is code, or below one of our folders, and not of a tenant's files or what a build makes."""
    folders = {folder.name for base in BASES for folder in base.iterdir() if folder.is_dir()}
    is_code = path.endswith((".py", ".sql", ".sh"))
    return (is_code or path.split("/")[0] in folders) and "build" not in path.split("/") and path not in OTHERS


def is_there(path: str) -> bool:
    """As a file, a folder or a module; a file's name alone stands for a file anywhere in the source."""
    if "/" not in path:
        return any(file for folder in SOURCES for file in (ROOT / folder).rglob(path))
    return any((base / name).exists() for base in BASES for name in (path, f"{path}.py"))


def is_importable(name: str) -> bool:
    """Whether it is a module of the package, or something that one of them has."""
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True
