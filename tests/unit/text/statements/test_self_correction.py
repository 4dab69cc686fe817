"""What a statement tells itself of what it changes."""

import pytest
from knowledge.text.statements.changes import Changes
from knowledge.text.statements.former_values import holds_from, past_values
from knowledge.text.statements.self_correction import told_again

FAR = 0.0  # cosine of two statements whose words say nothing of one thing


@pytest.mark.parametrize(
    ("statement", "past"),
    [
        ("We run 13 shops now, not 14: Hale closed.", {"14"}),
        ("Delivery of croissants Tue/Fri -> Tue/Thu/Sat.", {"tue", "fri"}),
        ("48 Euro seit 1. Januar. Die 45 waren letztes Jahr.", {"45"}),
        ("48 h / 3 h from the note was changed to 72 h / 24 h.", {"48 h", "3 h"}),
        ("Start am 23. März, nicht am 16. Erst mit Wiesenthal.", {"16"}),
        ("The audit is 15–26 June (was 1–12 June).", {"1 12 jun"}),
        ("De 3 a 18 meses. Antes eran 24.", {"3", "24"}),
        ("480 TB at 38 €. They raised it. 41 € from January.", {"38"}),
        ("¿Tipo de interés? 19,5 %. No, espera, eso era el borrador. 18,9 %.", {"19,5"}),
        ("The floor goes to 99.4 % from 99.2 %.", {"99.2"}),
        ("It pays $0.34. It was $0.27 in August, $0.34 now.", set()),
        ("Waste is 5.8 %; the target was 6 %.", set()),
        ("The trial is deleted after 30 days; it was 90.", {"90"}),
        ("Availability was 99.98 %.", set()),
        ("Goal: release 5.0. – IDLE_MINUTES: 30 -> 15.", {"30"}),
        ("9,50 € -> 9,80 €", {"9,50"}),
        ("Saturdays are known to the script now.", set()),
        ("Friday was moved to Sunday.", {"fri"}),
        ("We are shut from the 10th to the 21st of August.", set()),
        ("Meadowbank — No-show Mar: 5.1 %, Apr: 4.8 %", set()),
    ],
)
def test_grammar_tells_what_was_before(statement, past):
    """By the few words of each language for it; what was merely measured, and a table's row, tell none."""
    assert {value.value for value in past_values(statement)} == past


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Delivery for frozen is only tuesdays and fridays though.", "Frozen delivery Tue/Fri -> Tue/Thu/Sat."),
        ("How does it work? sure. 14 shops, each sends a message.", "We run 13 shops now, not 14."),
        ("We look at till integration in autumn.", "Till integration: was for autumn, is brought forward to July."),
        ("El tipo es del 60 % para autónomos.", "El tipo para autónomos es del 50 %, ya no del 60 %."),
        ("Increases up to 10 % per line.", "Late increases: limit 10% -> 5% per line."),
        ("Pas plus de 190 000 € d'électricité.", "The electricity ceiling is lifted from 190,000 to 205,000."),
    ],
)
def test_who_tells_the_old_value_is_believed(old, new):
    """Where both have some words in common, however far the statements are from each other."""
    assert Changes([old, new]).replaced(new, old, FAR)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The lease of the bakery ends in 2 years.", "Nine nights, not two, for the vets."),
        ("Croft Lane had 14 visits.", "We run 13 shops now, not 14."),
        ("The shop test (4–18 August) ran well.", "In the shop every 5th level instead of 4th."),
        ("Friends cap 50 -> 100.", "Friends cap: 100 kills the tab on old phones."),
        ("Target: waste 6 %.", "Waste: from 8.4 % to 5.8 %; target was 6 %."),
        (
            "Missed calls — Oct: 12 %, Jan: 21 %",
            "Missed calls in January (21 %) come from the failure, 12 to 16 January.",
        ),
        ("Each practice has 2 vets.", "We take the offer for one year, not two."),
        ("It is calibrated by EN 12830.", "The sensors cost 600 €, but without any calibration by EN 12830."),
    ],
)
def test_the_same_number_of_something_else_is_not_the_old_value(old, new):
    """Neither of another unit, nor of another thing or month."""
    assert Changes([old, new]).replaced(new, old, FAR) == []


@pytest.mark.parametrize(
    ("old", "new", "is_gone"),
    [
        ("Orders close at 16:00 on the day before.", "The orders: they close at 15:30, not at 16:00.", True),
        ("The order cut-off: 16:00.", "Put 15:30, forget the 16:00. The order cut-off is 15:30.", True),
        ("The engineer comes on 13 July.", "20 July. he postponed. again.", False),
        ("The campaign of 21 September did not happen.", "New slot 12 October, same vessel.", False),
        ("season passes: 15 Nov 2025", "The early price runs until 30 November, not the 15th.", False),
        ("farm — Jul: 95.8", "The August report gave 95.8. That was the figure of July. 94.9 is right.", False),
        ("Handover on Mondays at 11.", "In tests with prices it's 18 now, not 11.", False),
        ("Missed calls — Oct: 12 %", "Missed calls in January (21 %): the failure from 12 to 16 January.", False),
    ],
)
def test_one_takes_back_in_one_event_what_one_names(old, new, is_gone):
    """The value that is gone, with the words of its subject; anything else stands beside what was said."""
    assert bool(Changes([old, new]).taken_back(new, old)) is is_gone


def test_a_question_that_is_answered_with_no_ends_what_was_asked():
    """Where it is the earlier statement that was asked."""
    old, new = "Anders leaves in October.", "Does Anders still leave in October? no!. He stays."
    assert Changes([old, new]).replaced(new, old, 0.7)
    assert Changes([old, new]).replaced("Does Lone still leave in May? no.", old, 0.7) == []


def test_what_holds_under_a_condition_stays_where_the_later_one_does_not_tell_it():
    """A rule is changed by a rule."""
    old = "Refunds of 150 euros are allowed if the ticket has a verified identity."
    assert Changes([old]).replaced("Refunds of 100 euros are allowed for tea.", old, 0.7) == []
    assert Changes([old]).replaced(old.replace("150", "100"), old, 0.7)


def test_since_when_is_told_by_a_date():
    """In several languages; a price from which on something holds is none."""
    assert all(map(holds_from, ["41 from January.", "fünf Zonen ab 1. Juli", "desde el 6 de julio"]))
    assert not any(map(holds_from, ["Payouts from 25,000 need two.", "Ab 16 immer der Patient."]))


def test_a_value_is_told_again_without_its_unit():
    """Also as the digits behind the point alone."""
    assert [value.value for value in told_again("Drei Jahre, nicht zwei.", "Zwei Jahre, glaub ich.")] == ["2 y"]
    assert [value.value for value in told_again("She says 99.61 not 71.", "99.71 in march.")] == ["99.71"]
