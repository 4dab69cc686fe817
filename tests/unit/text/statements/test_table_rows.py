"""Rows of tables that are told anew."""

import pytest
from knowledge.text.statements.changes import Changes
from knowledge.text.statements.table_rows import is_told_anew


@pytest.mark.parametrize(
    ("now", "before"),
    [
        ("A — Ticket: day, Price: 7 EUR.", "A — Ticket: day, Price: 6 EUR."),
        ("a — Price: 7", "A — Price: 6."),
        ("Sloop — Length: 8 m, Hire: 9 EUR.", "Sloop — Length: 8 m, Hire: 8 EUR."),
        ("Sloop — Day: 9 EUR, Week: 40 EUR.", "Sloop — Day: 8 EUR, Week: 35 EUR."),
        ("Oak — Kind: board, Stock: 12.", "Oak — Kind: board, Stock: 40."),
    ],
)
def test_a_row_with_other_figures_is_told_anew(now: str, before: str) -> None:
    """The old one stood beside it, with a pointer."""
    assert is_told_anew(now, before)
    assert [clause.clause for clause in Changes([now, before]).replaced(now, before, 0.9)] == [before]


@pytest.mark.parametrize(
    ("now", "before"),
    [
        ("A — Ticket: week, Price: 7 EUR.", "A — Ticket: day, Price: 6 EUR."),
        ("B — Ticket: day, Price: 7 EUR.", "A — Ticket: day, Price: 6 EUR."),
        ("A — Seats: 4, Price: 6 EUR.", "A — Seats: 2, Price: 4 EUR."),
        ("A — Price: 7 EUR, Ticket: day.", "A — Ticket: day, Price: 6 EUR."),
        ("A — Price: 7 EUR.", "A — Price: 7 USD."),
        ("A — Price: 7 EUR.", "A — Price: 7 EUR."),
        ("A — Due: in 7 days or 40 EUR.", "A — Due: in 6 days or 40 EUR."),
        ("The price of A is 7 EUR.", "The price of A is 6 EUR."),
    ],
)
def test_another_row_is_none(now: str, before: str) -> None:
    """It is called otherwise, of another table, or tells no other figure of the kind."""
    assert not is_told_anew(now, before)
