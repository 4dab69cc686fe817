"""Rows that a number names."""

import pytest
from knowledge.text.statements.numbered_rows import are_of_two_rows


@pytest.mark.parametrize(
    ("new", "old", "are_two"),
    [
        ("Shop number 4 sells 28 kinds of tea.", "Shop number 5 sells 35 kinds of tea.", True),
        ("Shop number 4 sells 28 kinds of tea.", "Shop number 4 sells 35 kinds of tea.", False),
        ("Flat 5 was painted.", "Flat 30 was painted.", True),
        ("Supplier 0-5 of plates is slow.", "Supplier 0-9 of plates is slow.", True),
        ("Room 101: 80 EUR.", "Room 103: 90 EUR.", True),
        ("Flat 5 was painted.", "Flat 5 has 2 rooms.", False),
        ("Open 9 to 17.", "Open 10 to 18.", False),
        ("About 12 people work here.", "About 14 people work here.", False),
    ],
)
def test_a_word_and_another_number_begin_another_row(new, old, are_two):
    """A span of hours and a count are no names."""
    assert are_of_two_rows(new, old) is are_two
