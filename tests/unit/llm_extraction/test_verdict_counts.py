"""How many passed or failed is told as the log counts it."""

import pytest
from knowledge.llm_extraction.verdict_counts import contradicted_count

LOG = "== 41 passed in 3.20s ==\nTests: 2 failed, 12 passed, 14 total\nRan 9 tests\nFailures: 3, Skipped: 5"


@pytest.mark.parametrize(
    "learning",
    [
        "The tests of invoicer do not pass: 41 failed in `tests/test_tax.py`.",
        "After the upgrade 12 tests fail.",
        "3 specs were skipped on arm64.",
        "Passed: 5, which is all of them.",
    ],
)
def test_a_number_of_another_verdict_contradicts(learning: str) -> None:
    """Whatever stands between the two."""
    assert contradicted_count(learning, LOG)


@pytest.mark.parametrize(
    "learning",
    [
        "41 tests pass once TZ is set.",
        "Before the fix 2 tests failed and 12 passed.",
        "3 tests fail on arm64; 5 are skipped.",
        "All 9 tests fail without the database.",
        "Retries stop after 41 seconds; 77 failed before.",
        "With 41 rows nothing failed.",
    ],
)
def test_what_the_log_counts_or_does_not_count_is_kept(learning: str) -> None:
    """Of a number that no verdict has, names decide."""
    assert contradicted_count(learning, LOG) == ""
