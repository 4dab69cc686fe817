"""Every module that does something is tested by name, or stands behind an interface whose tests play it.

A test names a module by importing it, by importing from its package what that took from it, by running it (a string
that is its name), or by its own path: tests/unit/text/test_shell.py is of knowledge.text.shell.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.conftest import ROOT
from tests.support.syntax import SYNTAX, nodes_of

pytestmark = SYNTAX
PACKAGES = {"knowledge": ROOT / "layers" / "knowledge" / "knowledge", "kloop": ROOT / "kloop"}
TESTS = sorted(
    file for kind in ("unit", "rules", "integration", "e2e", "soak") for file in (ROOT / "tests" / kind).rglob("*.py")
)

# What an import by name would only pretend to test: a module, and the test that plays it.
BEHIND = {
    "kloop.__main__": "e2e/test_wheel.py",  # the program: it is what an installed wheel starts
    "kloop.stack.events": "soak/test_workers.py",  # a process of its own, there only beside several that serve
    "kloop.stack.supervisor": "e2e/test_stack.py",  # the tree of processes: there is no part of it without them
    "knowledge.ports.embedder.sentence_transformers": "unit/ports/test_embedder.py",  # its vectors; torch is not there
}

# Tests of tests/unit that are of no one module, and why.
OF_SEVERAL = {
    "test_effort": "how much work a text costs: the sentences of it, and its transcript",
    "test_hand_written_logs": "what is left of a log after all steps: transcript, proof, evidence",
}


def module_of(file: Path, package: str, root: Path) -> str:
    parts = [package, *file.relative_to(root).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file, name, root): file for name, root in PACKAGES.items() for file in sorted(root.rglob("*.py"))}


def does_something(file: Path) -> bool:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return any(isinstance(node, functions) for node in nodes_of(file))


def imported(file: Path) -> Iterator[tuple[str, str]]:
    """The modules that a file imports from, each with what; "" for the module itself."""
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((name, "") for name in (node.value, node.value.rpartition(".")[0]) if name in MODULES)


@cache
def taken_from(package: str) -> dict[str, str]:
    """Of the names that a package took from its own modules, each with the module."""
    is_package = package in MODULES and MODULES[package].name == "__init__.py"
    imports = imported(MODULES[package]) if is_package else ()
    return {name: module for module, name in imports if module.startswith(f"{package}.")}


def names(file: Path) -> Iterator[str]:
    """The modules that a test names."""
    for module, name in imported(file):
        yield from (module, f"{module}.{name}", taken_from(module).get(name, module))
    _, *folders, last = file.relative_to(ROOT / "tests").with_suffix("").parts
    mirrored = ".".join([*folders, last.removeprefix("test_")])
    yield from (mirrored, f"knowledge.{mirrored}")


@cache
def unnamed() -> list[str]:
    """The modules that do something and that no test names."""
    named = {name for file in TESTS if file != Path(__file__) for name in names(file)}
    return sorted(module for module, file in MODULES.items() if module not in named and does_something(file))


def module_tested(test: Path) -> Path:
    """What a unit test mirrors: tests/unit/text/test_shell.py is of text/shell, a module or a package."""
    path = test.relative_to(ROOT / "tests" / "unit").with_suffix("")
    return path.with_name(path.name.removeprefix("test_"))


def is_there(path: Path) -> bool:
    """Whether the package or the repository has a module of this path."""
    places = [root / path for root in (PACKAGES["knowledge"], ROOT)]
    return any(place.with_suffix(".py").is_file() or (place / "__init__.py").is_file() for place in places)


def test_what_no_test_names_stands_behind_an_interface() -> None:
    """A module of logic gets a test of its own; one that is played through an interface, a line in BEHIND."""
    assert [module for module in unnamed() if module not in BEHIND] == []


def test_an_entry_is_needed_and_its_test_is_there() -> None:
    """One whose module is tested by name goes; an entry excuses one module, never what is below it."""
    assert [test for test in BEHIND.values() if not (ROOT / "tests" / test).is_file()] == []
    assert sorted(BEHIND) == unnamed()


def test_unit_tests_mirror_the_code() -> None:
    """Whoever changes a module finds its test by the path; what is of no one module says why."""
    tests = sorted((ROOT / "tests" / "unit").rglob("test_*.py"))
    assert [test.stem for test in tests if not is_there(module_tested(test))] == sorted(OF_SEVERAL)
