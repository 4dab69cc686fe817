"""The day that a bullet or a heading of a log starts with."""

import pytest
from knowledge.files.edits.dates import is_later


@pytest.mark.parametrize(
    ("line", "other", "later"),
    [
        ("- 2026-03-02: The shop opens.", "- 2026-03-01: The shop closes.", True),
        ("- 2026-03-01: The shop opens.", "- 2026-03-02: The shop closes.", False),
        ("2026-03-02 — Round", "2026-03-01 — Round", True),
        ("- 2026-03-02: The shop opens.", "- The shop closes.", False),
        ("The shop opens since 2026-03-02: daily.", "- 2026-03-01: The shop closes.", False),
    ],
)
def test_a_line_is_later_by_the_days_that_both_start_with(line: str, other: str, later: bool) -> None:
    """A day elsewhere in a line, or in one of the two alone, tells nothing."""
    assert is_later(line, other) is later
