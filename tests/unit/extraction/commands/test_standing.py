"""What is left broken."""

from tests.unit.extraction.logs import edited, learned, ran

BROKEN = "FAILED tests/test_tax.py::test_round - ValueError: bad\n1 failed, 9 passed"


def test_what_fails_at_the_end_is_left_broken() -> None:
    """Whether it failed before is not known, and not said."""
    assert learned(edited("shop/a.py", "x = 1", "x = 2"), ran("pytest tests", BROKEN, 1))[-1] == (
        "shop: When the run ended, `pytest tests` still failed: `tests/test_tax.py::test_round`."
    )


def test_what_passes_in_the_end_is_not_broken() -> None:
    """The same program, whichever files."""
    learnings = learned(ran("pytest tests", BROKEN, 1), ran("pytest tests/test_tax.py", "10 passed in 1.00s"))
    assert learnings == ["shop: `pytest FILE` runs the tests."]
