"""What an item names, and whether a log has it."""

import pytest
from knowledge.llm_extraction.names import folded, lacking, names, stands

LOG = """$ bin/test sympy/core/tests/test_vector.py
4 passed in 0.81 seconds
v1.__radd__(0) of Vector, OpenAIException, jq 1.6"""


@pytest.mark.parametrize(
    "item",
    [
        "Run `bin/test sympy/core/tests/test_vector.py`: 4 passed.",
        "Running it calls `Vector.__radd__(0)`.",
        "OpenAI answers.",
        "Nobody checked it with jq 1.6.",
        "Tests: Neither failed.",
    ],
)
def test_what_the_log_has_is_known(item):
    """As it stands there; a member by its parts, a name inside a longer one, and a sentence's first word is no name."""
    assert lacking(item, LOG) == []


@pytest.mark.parametrize(
    ("item", "missing"),
    [
        ("Run `bin/test -v sympy/core/tests/test_vector.py`.", ["bin/test -v sympy/core/tests/test_vector.py"]),
        ("It is in `sympy/vector.py`.", ["sympy/vector.py"]),
        ("It is in `vector.py`.", ["vector.py"]),
        ("It takes 8.81 seconds.", ["8.81"]),
        ("It calls `Vector.__rsub__(0)`.", ["Vector.__rsub__(0)"]),
        ("It was found by Jason Moore.", ["Jason", "Moore"]),
    ],
)
def test_what_a_model_adds_is_told(item, missing):
    """Commands, files, numbers, functions and people that the log does not have."""
    assert lacking(item, LOG) == missing


def test_numbers_are_no_members():
    """`2.31` is not there because a 2 and a 31 are."""
    assert not stands("2.31", folded("2 of 31"))


def test_an_item_names_code_identifiers_and_numbers():
    """By which it is seen whether most stand where it says."""
    assert names("`make x` calls load_all() on port 8091.") == ["make x", "load_all", "8091"]
