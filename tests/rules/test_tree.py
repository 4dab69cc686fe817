"""What the source tree itself must obey, read from its syntax."""

import ast
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.heavy import HEAVY
from tests.support.syntax import SYNTAX, nodes_of, tree_of

pytestmark = SYNTAX
PACKAGE = ROOT / "layers" / "knowledge" / "knowledge"
MAINS = sorted((ROOT / "functions").glob("*/main.py"))
SOURCES = sorted(PACKAGE.rglob("*.py"))
PRODUCT = [*SOURCES, *MAINS, *sorted((ROOT / "kloop").rglob("*.py"))]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
ADAPTER = "layers/knowledge/knowledge/ports/database.py"

# Imports go one way: a room imports only from lines above its own, and use cases never from one another.
LAYERS = [
    {"errors", "text"},  # strings in, strings out
    {"settings"},
    {"schemas", "auth", "ports", "transcripts", "documents"},
    {"privacy", "files"},  # what may be kept; the three tiers
    {"extraction", "chunks"},  # log → what it proves; file → chunks
    {"llm_extraction"},  # log → learnings, by a model
    {"learnings", "uploads", "memory", "issues", "matches"},  # the stores that use cases share
    {"forgetting"},  # what goes for good, out of all of them
    {"usecases"},  # one entry a deployed function
    {"wiring"},
    {"web"},
]
ROOMS = {source.relative_to(PACKAGE).parts[0].removesuffix(".py") for source in SOURCES} - {"__init__"}

PREDICATE = re.compile(r"_*(?:[a-z]+s|are|had|may|can)(?:_|$)")
USECASES, MEMORY = "layers/knowledge/knowledge/usecases", "layers/knowledge/knowledge/memory"
# A language model is sent these names in the schema of its answer, and what is measured was measured with them.
SENT_NAMES = {f"{USECASES}/record_event/statements/model_answers.py": {"Said"}}
SENT_PARTICIPLES = {f"{MEMORY}/llm_condenser.py": {"Condensed", "Merged"}}
# What acts, and says whether it did.
ACTS = {
    "kloop/stack/background.py": {"stop"},
    "layers/knowledge/knowledge/chunks/balancing.py": {"_join"},
    "layers/knowledge/knowledge/files/index_lines.py": {"_write_index"},
    "layers/knowledge/knowledge/files/splitting/orphans.py": {"_delete"},
    "layers/knowledge/knowledge/forgetting/erasure.py": {"erase_objects"},
    "layers/knowledge/knowledge/memory/copies.py": {"erase"},
    "layers/knowledge/knowledge/ports/cache.py": {"delete"},
    f"{USECASES}/agent_complete/fresh.py": {"take"},
}

# `_found uuid[];`, `(kept jsonb,`, `known boolean := false`, `found as (`, `as s (said)`; no type stands behind
# plpgsql's own `if found then`, nor behind what an order or an expression has.
SQL_NAMES_OF_NOTHING = re.compile(
    r"\b_?(?:found|each|said|told|done|known|kept|listed)"
    r"(?= as (?:materialized )?\(|\)| \("
    r"| (?!(?:then|desc|asc|or|and)\b)\w+(?: \w+)?(?:\[\]|\(\d+\))?(?:[;,)\n]| :=| default\b))"
)
SQL_WORDS = re.compile(
    r"\b(?:select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|(?:create|drop|alter)\s+(?:table|function))\b",
    re.I | re.S,
)


def room_of(module: str) -> str:
    """The room of `knowledge.<room>…`; each use case is a room of its own."""
    parts = module.split(".")[1:]
    return ".".join(parts[:2]) if parts[:1] == ["usecases"] else parts[0] if parts else ""


def layer_of(room: str) -> int:
    return next(at for at, rooms in enumerate(LAYERS) if room.split(".")[0] in rooms)


def name_of(file: Path) -> str:
    parts = ["knowledge", *file.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")


def at_import_time(node: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    """The import statements that run when the module does: not those in functions or for the type checker alone."""
    statements: list[ast.Import | ast.ImportFrom] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            statements.append(child)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            statements += [statement for other in child.orelse for statement in at_import_time(other)]
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            statements += at_import_time(child)
    return statements


def imported(node: ast.Import | ast.ImportFrom, module: str, package: bool) -> list[str]:
    """The absolute names that an import statement in `module` may bind: `from knowledge import web` is one of web."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    parts = module.split(".") if package else module.split(".")[:-1]
    base = (
        ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])]) if node.level else node.module
    )
    return [f"{base}.{alias.name}" for alias in node.names] if base == "knowledge" else [base or ""]


def all_imports(file: Path, module: str) -> list[str]:
    nodes = [node for node in nodes_of(file) if isinstance(node, ast.Import | ast.ImportFrom)]
    return [name for node in nodes for name in imported(node, module, file.name == "__init__.py")]


def broken(files: Iterable[Path], breaches: Callable[[Path], Collection[str]]) -> dict[str, Collection[str]]:
    """The files that break a rule, each with how. A rule is one test: thousands of tests of a file and a rule took
    longer to gather, in each worker, than to run."""
    by_file = {str(file.relative_to(ROOT)): breaches(file) for file in files}
    return {file: how for file, how in by_file.items() if how}


def test_every_room_has_its_layer():
    """LAYERS names each room of the package once, and no room that is not there."""
    named = [room for rooms in LAYERS for room in rooms]
    assert sorted(named) == sorted(ROOMS)


def test_a_module_has_at_most_250_lines():
    """A module is read at one sitting: what is longer has a seam."""
    long = {str(file): len(lines) for file in PRODUCT if len(lines := file.read_text().splitlines()) > 250}
    assert long == {}


def test_use_cases_mirror_the_functions():
    """`usecases/` and `functions/` have the same names."""
    usecases = {path.stem for path in (PACKAGE / "usecases").iterdir() if not path.stem.startswith("_")}
    assert usecases == {main.parent.name for main in MAINS}


def test_imports_go_one_way():
    """A room imports from the layers above its own alone, never from a neighbour, never from what is built on it."""
    assert broken(SOURCES, imports_against_the_way) == {}


def imports_against_the_way(file: Path) -> list[str]:
    room = room_of(name_of(file))
    names = all_imports(file, name_of(file))
    rooms = {room_of(name) for name in names if name.startswith("knowledge.")} - {room, ""}
    return [
        *sorted(other for other in rooms if layer_of(other) >= layer_of(room)),
        *(name for name in names if name.split(".")[0] in {"functions", "kloop", "tests"}),
    ]


def test_nothing_heavy_is_imported_with_a_module():
    """What takes long to import is imported by the code that needs it, so that a cold start pays for nothing else."""
    assert broken([*SOURCES, *MAINS], heavy_imports) == {}


def heavy_imports(file: Path) -> set[str]:
    names = [name for node in at_import_time(tree_of(file)) for name in imported(node, "knowledge.x", False)]
    return HEAVY & {name.split(".")[0] for name in names}


def test_sql_lives_in_sql():
    """No string of the package holds SQL, but for the one statement by which the adapter calls a function."""
    assert broken(SOURCES, sql_in_strings) == {ADAPTER: ["select * from {}({})"]}


def sql_in_strings(file: Path) -> list[str]:
    strings = [node.value for node in nodes_of(file) if isinstance(node, ast.Constant)]
    docstrings = {ast.get_docstring(node, clean=False) for node in nodes_of(file) if has_body(node)}
    return [text for text in strings if isinstance(text, str) and SQL_WORDS.search(text) and text not in docstrings]


def test_trying_again_is_one_place():
    """Nothing but ports/retry.py brings a library that tries again, so that all waits are said in one place."""
    users = {name_of(file) for file in SOURCES if {"stamina", "tenacity"} & set(all_imports(file, name_of(file)))}
    assert users == {"knowledge.ports.retry"}


def has_body(node: ast.AST) -> bool:
    return isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)


def test_only_settings_read_the_environment():
    """os.environ and os.getenv appear nowhere in the package and the functions: pydantic-settings reads them."""
    assert broken([*SOURCES, *MAINS], reads_of_the_environment) == {}


def reads_of_the_environment(file: Path) -> set[str]:
    used = {node.attr for node in nodes_of(file) if isinstance(node, ast.Attribute)}
    used |= {name.removeprefix("os.") for name in all_imports(file, "knowledge.x") if name.startswith("os.")}
    return used & {"environ", "environb", "getenv", "putenv"}


@pytest.mark.parametrize("main", MAINS, ids=lambda main: main.parent.name)
def test_a_handler_is_short(main):
    """A function's main.py has at most 30 lines: parse, one call, answer."""
    assert len(main.read_text().splitlines()) <= 30


@pytest.mark.parametrize("main", MAINS, ids=lambda main: main.parent.name)
def test_a_function_has_a_name_a_sample_event_and_a_docs_line(main):
    """Its docstring begins with its dashed name, and where events/ and docs/http.md stand, they know it."""
    dashed = main.parent.name.replace("_", "-")
    assert (ast.get_docstring(ast.parse(main.read_text())) or "").startswith(f"{dashed}: ")
    events, documentation = ROOT / "events", ROOT / "docs" / "http.md"
    assert not events.exists() or list(events.glob(f"*{dashed}*")) or list(events.glob(f"*{main.parent.name}*"))
    assert not documentation.exists() or dashed in documentation.read_text()


def test_a_test_has_a_name_that_a_process_can_take(request: pytest.FixtureRequest) -> None:
    """What a test starts has its name in the environment, where nothing may be longer than 128 KB."""
    assert [test.nodeid[:100] for test in request.session.items if len(test.nodeid) > 2_000] == []


def test_a_class_name_stands_for_one_class() -> None:
    """Over the package and the command line, private or not: whoever searches for a class finds it."""
    places: dict[str, list[str]] = {}
    for file in PRODUCT:
        for name in classes(file):
            places.setdefault(name.lstrip("_"), []).append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def classes(file: Path) -> list[str]:
    return [node.name for node in nodes_of(file) if isinstance(node, ast.ClassDef)]


def test_a_name_tells_its_thing() -> None:
    """Nothing is called `found`, `each`, `said`, `told` or `done`: a row, a match or a sentence says what it is."""
    assert broken([*PRODUCT, *TESTS], names_of_nothing) == SENT_NAMES


def names_of_nothing(file: Path) -> set[str]:
    names = {name for node in nodes_of(file) if (name := given_name(node))}
    return {name for name in names if name.strip("_").casefold() in {"found", "each", "said", "told", "done"}}


def test_a_variable_tells_its_thing() -> None:
    """None of the product is called `known`, `kept` or `listed`, but the field of an answer that clients read."""
    assert broken(PRODUCT, variables_of_nothing) == {"layers/knowledge/knowledge/learnings/models.py": {"known"}}


def variables_of_nothing(file: Path) -> set[str]:
    names = {name for node in nodes_of(file) if isinstance(node, ast.Name | ast.arg) and (name := given_name(node))}
    return names & {"known", "kept", "listed"}


def test_a_name_in_sql_tells_its_thing() -> None:
    """Nor is an argument, a local variable or a named query of a function called by one of these words.

    One column is, whose function would have to be dropped first.
    """
    functions = sorted((ROOT / "sql" / "functions").rglob("*.sql"))
    assert broken(functions, sql_names_of_nothing) == {"sql/functions/memory/_near_memories.sql": {"known"}}


@pytest.mark.parametrize("line", ["_known issue_occurrences;", "said timestamptz,", "(kept jsonb)", "found as ("])
def test_such_a_name_in_sql_is_seen(line: str) -> None:
    """Whatever its type."""
    assert SQL_NAMES_OF_NOTHING.search(line)


@pytest.mark.parametrize("line", ["if not found then", "exit when not found;", "order by n.known desc, n.id"])
def test_what_is_no_such_name_is_not(line: str) -> None:
    """plpgsql's own variable, and the order by a column."""
    assert not SQL_NAMES_OF_NOTHING.search(f"{line}\n")


def sql_names_of_nothing(file: Path) -> set[str]:
    return set(SQL_NAMES_OF_NOTHING.findall(re.sub(r"--.*", "", file.read_text())))


def given_name(node: ast.AST) -> str | None:
    """What a node calls something: a variable, an argument, an attribute, a function or a class."""
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        return name if isinstance(node.ctx, ast.Store) else None
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.alias):
        return node.asname
    return node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else None


def test_a_class_is_named_after_a_thing() -> None:
    """A participle alone says what happened, not what it is; an error says just that, and may."""
    assert broken([file for file in PRODUCT if file.name != "errors.py"], classes_of_no_thing) == SENT_PARTICIPLES


def classes_of_no_thing(file: Path) -> set[str]:
    return {name for name in classes(file) if re.fullmatch(r"_?[A-Z][a-z]+ed", name)}


def test_a_predicate_reads_as_one() -> None:
    """What answers yes or no begins with a verb of the third person: is_due, holds, may_go. What acts and says whether
    it did has its verb as any act."""
    assert broken(PRODUCT, predicates_without_a_verb) == ACTS


def predicates_without_a_verb(file: Path) -> set[str]:
    functions = [node for node in nodes_of(file) if isinstance(node, ast.FunctionDef) and not is_property(node)]
    names = [node.name for node in functions if node.returns and ast.unparse(node.returns) == "bool"]
    return {name for name in names if not PREDICATE.match(name)}


def is_property(node: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
