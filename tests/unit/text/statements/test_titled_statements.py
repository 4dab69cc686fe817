"""Statements that open with the name of what they are about."""

import pytest
from knowledge.text.statements.titled_statements import are_under_two_titles


@pytest.mark.parametrize(
    ("one", "other", "are_two"),
    [
        ("Mollie — Fee: 1.4 %, Payout: daily", "The price of an adult's ticket is 15.50.", True),
        ("Mollie — Fee: 1.4 %, Payout: daily", "Mollie takes 1.6 % since May.", False),
        ("`tags` — Type: `list`", "`responses` — Type: `dict`", True),
        ("[Code linting](https://a.io/b): It runs at night.", "The changelog is made anew at night.", True),
        ("[Code linting](https://a.io/b): It runs at night.", "Linting runs in the morning.", False),
        ("The van is blue — and it stays so.", "The price is 31,000 EUR.", False),
        ("See [the docs](https://a.io): they are old.", "The price is 31,000 EUR.", False),
    ],
)
def test_what_does_not_have_the_name_is_about_another(one: str, other: str, are_two: bool) -> None:
    """A row tells of what it begins with, and nothing else; a dash in a sentence names nothing."""
    assert are_under_two_titles(one, other) is are_under_two_titles(other, one) is are_two
