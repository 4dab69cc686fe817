"""Spelled-out numbers as figures."""

import pytest
from knowledge.text.numerals import in_figures


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Retry three times.", "Retry 3 times."),
        ("Um drei Uhr.", "Um 3 Uhr."),
        ("Le quai a sept places.", "Le quai a 7 places."),
        ("Once the mil is set, dos is gone.", "Once the mil is set, dos is gone."),
    ],
)
def test_numbers_are_read_in_the_language_that_the_text_shows(text: str, figures: str) -> None:
    """French and Spanish only where articles and prepositions show them: their numerals are English words."""
    assert in_figures(text) == figures
