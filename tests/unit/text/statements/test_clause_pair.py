"""A later clause replaces an earlier one on grounds that say how near both have to be."""

import pytest
from knowledge.text.statements.clause_pair import MIN_COSINE, MIN_COSINE_IF_ENDED, ClausePair, Grounds
from knowledge.text.statements.clauses import clauses
from knowledge.text.statements.subjects import Subjects


def grounds(new: str, old: str) -> Grounds | None:
    """Of the first clause of each."""
    return ClausePair(clauses(new)[0], clauses(old)[0], Subjects([new, old])).grounds()


@pytest.mark.parametrize(
    ("new", "old", "least"),
    [
        ("The kitchen opens at 8:00.", "The kitchen opens at 7:30.", MIN_COSINE),
        ("We drop the free trial.", "The free trial is for everybody.", MIN_COSINE_IF_ENDED),
    ],
)
def test_what_names_what_it_ends_needs_to_be_less_near(new: str, old: str, least: float) -> None:
    """Another value is of the same thing where both are near; whoever ends a thing says which."""
    reason = grounds(new, old)
    assert reason and reason.least == least and reason.share > 0


def test_what_is_told_of_something_else_is_no_grounds() -> None:
    """Two rooms have two times, and nothing is said of the one by the other."""
    assert grounds("Room 7 opens at 8:00.", "Room 8 opens at 7:30.") is None


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (
            "Referrals: 900 EUR spent on vouchers, 100 EUR per clinic.",
            "The Starter plan is 19 EUR per clinic per month.",
        ),
        ("Bei 90 Einsätzen im Monat sind das etwa 180 Euro.", "Für sechs Nutzer sind das 174 Euro im Monat."),
        ("Assembly and test cost 8.20 EUR.", "The test costs 9,400 EUR."),
        ("Free delivery starts at £45 instead of £35.", "The average order with free delivery is £46.80."),
        ("Customers can return teaware within 60 days instead of 30 days.", "Customers can return tea."),
        ("Seit Mai fahren wir bis zu 80 Kilometer statt 60 Kilometer.", "Bis 30 Kilometer sind es 118 Euro."),
        ("A tree can now carry 20 photos.", "We record every tree with photos and measurements."),
        ("Wholesale delivery stays free from £250.", "Free delivery starts at £45."),
        ("Bis 30 Kilometer kostet sie weiterhin 39 Euro.", "Bis 30 Kilometer sind es 118 Euro."),
        ("Der Traktor verliert kein Öl mehr.", "Er druckt jetzt auch nicht mehr."),
    ],
)
def test_what_only_sounds_alike_replaces_nothing(new: str, old: str) -> None:
    """By a unit, a measure or function words; what was another value; what stays as it is."""
    pairs = [ClausePair(one, other, Subjects([new, old])) for one in clauses(new) for other in clauses(old)]
    assert [pair.grounds() for pair in pairs] == [None] * len(pairs)
