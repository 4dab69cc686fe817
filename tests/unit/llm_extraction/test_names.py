"""What an item names, and whether a log has it."""

import pytest
from knowledge.llm_extraction.names import bare_names, folded, lacking, names, spelled, stands

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


@pytest.mark.parametrize(
    ("quotation", "has"),
    [
        ("bin/test ...", True),
        ("4 passed … seconds", True),
        ("...test_vector.py", True),
        ("seconds ... passed", False),
        ("bin/check ...", False),
        ("bin/test ... test_scalar.py", False),
        ("...", False),
    ],
)
def test_of_a_quotation_that_leaves_something_out_what_is_quoted_is_there(quotation: str, has: bool) -> None:
    """In its order: `rm ... /tmp` was not run where both stand somewhere."""
    assert stands(quotation, folded(LOG)) is has


def test_an_abbreviation_is_no_name() -> None:
    """Neither a file nor a member, as `app.py` and `e.g` look alike."""
    item = "Any loader of tests (e.g. a vector's, i.e. `bin/test`) passed."
    assert lacking(item, LOG) == [] and names(item) == ["bin/test"]


def test_numbers_stand_by_themselves():
    """`2.31` is not there because a 2 and a 31 are, nor 10 because a year or a time has its digits."""
    assert not stands("2.31", folded("2 of 31"))
    assert not any(stands("10", text) for text in ("of 2010", "a1b10c", "03:10:44", "0.10", "104 rows", "2026-10-02"))
    assert all(stands("10", text) for text in ("10 rows", "v10", "10ms", "port:10", "[9, 10]", "3/10 passed", "10.2.1"))


@pytest.mark.parametrize(
    ("item", "bare"),
    [
        ("Run npm publish, then tag it.", ["npm"]),
        ("kubectl rollout restart deploys it.", ["kubectl"]),
        ("The function recompute rounds the totals.", ["recompute"]),
        ("The totals are kept in redis and sent on.", ["redis"]),
        ("They are cached by memcached.", ["memcached"]),
        ("Use poetry to install it.", ["poetry"]),
        ("Alice asked for the rounding.", ["Alice"]),
        ("Run the linter before a push, and run pytest from the root.", []),
        ("Round the totals once in billing, because rounding twice drifts.", []),
        ("Totals are rounded in a single place, otherwise invoices drift by some cents.", []),
        ("Nobody checked the drift in `redis`.", []),
        ("Avoid nested queries in the export; they are slow in practice sessions.", []),
    ],
)
def test_a_word_that_stands_bare_where_a_name_does_is_one(item, bare):
    """What the log has in any form is known; what has an article, or explains, may be said in other words."""
    assert (
        bare_names(item, frozenset(["pytest", "the", "totals", "in", "billing", "are", "rounded", "tests", "root"]))
        == bare
    )


def test_numerals_say_numbers():
    """By which they are looked up in a log that spells them, too."""
    assert spelled("It takes ten minutes and twenty-one seconds in one go.") == {"10": "ten", "21": "twenty-one"}


def test_an_item_names_code_identifiers_and_numbers():
    """By which it is seen whether most stand where it says."""
    assert names("`make x` calls load_all() on port 8091.") == ["make x", "load_all", "8091"]
