"""The syntax of the repository's files, read once for all the rules about it: they run on one worker (`SYNTAX`)."""

import ast
from functools import cache
from pathlib import Path

import pytest

SYNTAX = pytest.mark.xdist_group("syntax")


@cache
def tree_of(file: Path) -> ast.Module:
    """Its syntax tree."""
    return ast.parse(file.read_text())


@cache
def nodes_of(file: Path) -> list[ast.AST]:
    """Everything in it: to walk a tree takes longer than to parse it."""
    return list(ast.walk(tree_of(file)))
