"""The units of figures."""

import pytest
from knowledge.files.edits import units


@pytest.mark.parametrize(
    ("value", "unit"),
    [
        ("410 kg", "kg"), ("EUR 5,120.00", "EUR"), ("€40 per month", "€ per month"), ("12 %", "%"),
        ("1,204 (+6.1 %)", ""), ("9 to 5", ""), ("2026-10", ""), ("52 unit tests", "unit tests"), ("41", ""),
    ],
)  # fmt: skip
def test_a_unit_stands_beside_a_number_alone(value: str, unit: str) -> None:
    """Also before it; what is noted in brackets is no part of it."""
    assert units.of(value) == unit


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("410 kg", "3 EUR", True), ("5 EUR", "6 CHF", True), ("5 SEK", "6 %", True), ("12 g", "1.2 t", False),
        ("5 EUR", "€6", False), ("180 ms", "1.2 s", False), ("41", "41 %", False), ("12 tickets", "14 issues", False),
    ],
)  # fmt: skip
def test_units_differ_where_none_is_converted_into_the_other(one: str, other: str, differ: bool) -> None:
    """What is counted in words may be called otherwise the next time."""
    assert units.are_different(one, other) is differ
