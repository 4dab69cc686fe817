"""What two statements have in common besides the words in which anything is told."""

import pytest
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.template_words import are_of_one_subject


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("The phone costs 49 EUR a month.", "Internet costs 39 EUR a month.", False),
        ("Die Reinigung kostet 220 Euro im Monat.", "Das Telefon kostet 49 Euro im Monat.", False),
        ("The phone costs 49 EUR a month.", "For the phone we pay 59 EUR.", True),
        ("We have 12 employees.", "We have 14 employees now.", True),
    ],
)
def test_units_and_what_brings_a_figure_are_no_subject(one, other, are_one):
    """What is counted is one."""
    assert are_of_one_subject(one, other, Subjects([one, other])) is are_one
