"""Spelled-out numbers as figures."""

import pytest
from knowledge.text.numerals import in_figures


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Retry three times.", "Retry 3 times."),
        ("Um drei Uhr.", "Um 3 Uhr."),
        ("Le quai a sept places.", "Le quai a 7 places."),
        ("Il molo ha due posti.", "Il molo ha 2 posti."),
        ("Elke kade heeft twee plaatsen.", "Elke kade heeft 2 plaatsen."),
        ("It runs in a second, two at most.", "It runs in a second, 2 at most."),
        ("Ten calls per second fail in a split second.", "10 calls per second fail in a split second."),
        ("In a second three hundred calls come in.", "In a second 300 calls come in."),
        ("A second three-month term begins.", "A 2nd three-month term begins."),
        ("A second attempt passes.", "A 2nd attempt passes."),
        ("Once the mil is set, dos is gone.", "Once the mil is set, dos is gone."),
    ],
)
def test_numbers_are_read_in_the_language_that_the_text_shows(text: str, figures: str) -> None:
    """But for English and German only where articles and prepositions show it: their numerals are English words."""
    assert in_figures(text) == figures
