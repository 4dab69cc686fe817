"""What a run was for."""

import pytest
from knowledge.extraction import task

LATER = "\n\nRound half up.\n\n## Steps\n1. open the page\n\nAlways answer with one bash block. Never use vim."


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Please solve this issue: Totals are rounded down", "Totals are rounded down"),
        ("Please solve this issue: Crash", "Crash"),
        ("Fix the following bug: the totals of May are wrong", "the totals of May are wrong"),
        ("TASK: Totals are rounded down", "Totals are rounded down"),
        ("Please solve this issue:\n\nTotals are rounded down", "Totals are rounded down"),
        (
            "<pr_description>\nConsider the following PR description:\nTotals are rounded down",
            "Totals are rounded down",
        ),
        ("sphinx.ext: titles are cut", "sphinx.ext: titles are cut"),
    ],
)
def test_the_title_is_what_is_wanted(text: str, title: str) -> None:
    """The first line that says it, also on the line of what leads to it; never of a later section."""
    assert task.title(text + LATER) == title
