"""What the documentation names is there: paths, modules, links; how it works stands apart from what was measured."""

import ast
import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.conftest import ROOT
from tests.support.syntax import nodes_of

RECORDS = {"CHANGELOG.md", "benchmarks.md"}  # they tell of what was, under the names of then
ALL = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
PAGES = [page for page in ALL if page.name not in RECORDS]
MEASUREMENTS = sorted((ROOT / "docs" / "measurements").glob("*.md"))
WORDS = 2_700  # of a page whose measurements have one of their own: what somebody reads at once
PACKAGE = ROOT / "layers" / "knowledge" / "knowledge"
SOURCES = ("functions", "kloop", "layers", "sql", "tests")
OTHERS = {"tests/runtests.py"}  # Django's
# From where paths are told: `sql/functions`, `knowledge/text`, `matches/recency`, `soak/test_load.py`.
BASES = (ROOT, PACKAGE.parent, PACKAGE, ROOT / "tests")
_PATH = re.compile(r"`(\w+(?:/[\w.-]+)*(?:/|/[\w.-]+|\.py|\.sql|\.sh))`")
_MODULE = re.compile(r"`(knowledge(?:\.[a-z_]+)+)`")
_LINK = re.compile(r"\]\(([\w./-]*)(?:#([\w-]+))?\)")
_BENCHMARK = re.compile(r"python -m tests\.benchmarks\.([a-z]\w*)")
_BY_PATH = re.compile(r"(?:PYTHONPATH=\S+ python\b.*|python (?:tests/)?benchmarks/\w+\.py)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_names_is_there(page: Path) -> None:
    """Paths of code and of our folders, and dotted names of the package, wherever they stand in backticks."""
    text = page.read_text()
    missing = [path for path in _PATH.findall(text) if is_ours(path) and not is_there(path)]
    assert missing + [name for name in _MODULE.findall(text) if not is_importable(name)] == []


@pytest.mark.parametrize("page", ALL, ids=name)
def test_each_link_leads_to_a_page_and_a_heading_of_it(page: Path) -> None:
    """Those within the repository; a heading by the name that GitHub gives it."""
    links = [(page.parent / path if path else page, heading) for path, heading in _LINK.findall(page.read_text())]
    assert [str(to) for to, _ in links if not to.exists()] == []
    assert [(str(to), heading) for to, heading in links if heading and heading not in anchors(to)] == []


@pytest.mark.parametrize("page", MEASUREMENTS, ids=name)
def test_what_was_measured_stands_apart_from_how_it_works(page: Path) -> None:
    """The page of the same name says how it works now, briefly, and leads here for the rest."""
    page_of_today = (ROOT / "docs" / page.name).read_text()
    assert f"(measurements/{page.name})" in page_of_today
    assert len(page_of_today.split()) <= WORDS


def test_a_benchmark_is_run_as_a_module() -> None:
    """As pages and docstrings tell it: by its path it would find neither `tests` nor what lies beside it."""
    benchmarks = sorted((ROOT / "tests" / "benchmarks").glob("*.py"))
    modules = {benchmark.stem for benchmark in benchmarks}
    by_path = {name(file): _BY_PATH.findall(file.read_text()) for file in (*ALL, *benchmarks)}
    assert {file: commands for file, commands in by_path.items() if commands} == {}
    named = {command for file in (*ALL, *benchmarks) for command in _BENCHMARK.findall(file.read_text())}
    assert named <= modules
    beside = {benchmark.stem: modules & imported(benchmark) for benchmark in benchmarks}
    assert {benchmark: names for benchmark, names in beside.items() if names} == {}


def imported(file: Path) -> set[str]:
    """The names, as they stand, of the modules that a file imports."""
    names = {alias.name for node in nodes_of(file) if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in nodes_of(file) if isinstance(node, ast.ImportFrom)}


def anchors(page: Path) -> set[str]:
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(page.read_text())}


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
