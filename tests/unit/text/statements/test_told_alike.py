"""Two sentences in the same words."""

import pytest
from knowledge.text.statements.told_alike import are_told_alike, are_told_of_two, counterpart


@pytest.mark.parametrize(
    ("old", "new", "are_two"),
    [
        ("Lang delivers within 5 days.", "Cole delivers within 7 days.", True),
        ("Father Daly wants mixtures softer.", "Father Quinn wants mixtures louder.", True),
        ("The glue is EUR 5.", "The brush is EUR 5.", True),
        ("Die Hefe kostet 5 Euro.", "Der Zucker kostet 5 Euro.", True),
        ("Le beurre coûte 5 euros.", "Le lait coûte 5 euros.", True),
        ("Anna feeds the calves at six.", "Bert feeds the hens at six.", True),
        ("Anna runs the workshop.", "Bert runs the workshop.", False),
        ("The office is in Linz.", "The office is in Graz.", False),
        ("The fence is green, the gate white.", "The fence is red, the gate black.", False),
        ("Deliveries come by truck in crates.", "Deliveries come by rail in boxes.", False),
        ("The kitchen opens at 7:30.", "The kitchen opens at 8:00.", False),
        ("We buy oak from Lemke.", "We buy oak from Doyle.", False),
    ],
)
def test_word_by_word_the_same_of_two_things(old, new, are_two):
    """Each has what is its own, or both have one figure; where one thing alone is otherwise it may have changed."""
    assert are_told_alike(new, old) is are_two


@pytest.mark.parametrize(
    ("old", "new", "are_two"),
    [
        ("The mill runs at 40 rpm, and rests at 9.", "The big roller runs at 25 rpm, and rests at 8.", True),
        ("Der Kran hebt 500 kg.", "Der Lift hebt 800 kg.", True),
        ("The mill runs at 40 rpm.", "The mill runs at 25 rpm now.", False),
        ("The office is in Linz, and has 5 desks.", "The office is in Graz, and has 7 desks.", False),
        ("From May the pool opens at 8:00.", "From June the pool opens at 9:00.", False),
        ("The mill runs at 40 rpm.", "Our roller in the attic of the old house needs 25 rpm.", False),
    ],
)
def test_another_subject_and_other_figures_in_the_same_words(old, new, are_two):
    """A month, or where something is, is no other subject."""
    assert are_told_of_two(new, old) is are_two


def test_the_counterpart_of_a_clause_has_most_of_its_words():
    """Whatever its figures."""
    assert counterpart("because sand takes 5 days", ["The pump is oiled", "because sand takes 9 days"])[:4] == "beca"
