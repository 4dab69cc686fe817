"""What errors say to a caller is written as sentences, in Python and in SQL alike."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from knowledge import errors

from tests.conftest import ROOT
from tests.support.syntax import SYNTAX, nodes_of

pytestmark = SYNTAX
PACKAGE = ROOT / "layers" / "knowledge" / "knowledge"
ERRORS = {
    error.__name__ for error in [errors.KnowledgeError, *errors.subclasses()] if error.__module__ == "knowledge.errors"
}
_RAISED = re.compile(r"raise exception '((?:[^']|''|'\s+')+)'")
_PATH = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE) /([\w-]*)")
_SENTENCE = re.compile(r"[A-Z0-9`{%].*[.}]", re.S)  # {} and % are what is put in: a path, a name, another sentence


def test_a_message_is_a_sentence() -> None:
    """It begins with a capital letter, a number or what is put in, and ends with a full stop."""
    messages = [*in_python(), *in_sql()]
    assert len(messages) > 150
    assert [message for message in messages if not _SENTENCE.fullmatch(message[1])] == []


def test_a_path_in_a_message_is_one_that_callers_know() -> None:
    """It begins with the name of a function."""
    functions = {folder.name.replace("_", "-") for folder in (ROOT / "functions").iterdir()}
    paths = [(file, path) for file, text in [*in_python(), *in_sql()] for path in _PATH.findall(text)]
    assert paths and [named for named in paths if named[1] not in functions] == []


def in_python() -> Iterator[tuple[str, str]]:
    """The text of each error that the package makes, with its file."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in nodes_of(file):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).split(".")[-1] in ERRORS:
                text = text_of(node.args[0])
                yield from [(str(file.relative_to(ROOT)), text)] if text else []


def text_of(node: ast.expr) -> str:
    """The literal's text, `{}` for what is put in; "" where it is no literal."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return "{}"
    return str(node.value) if isinstance(node, ast.Constant) else ""


def in_sql() -> Iterator[tuple[str, str]]:
    """The text of each error that a SQL function raises, with its file."""
    for file in sorted((ROOT / "sql" / "functions").rglob("*.sql")):
        for message in _RAISED.findall(file.read_text()):
            yield str(Path(file).relative_to(ROOT)), re.sub(r"'\s+'", "", message)
