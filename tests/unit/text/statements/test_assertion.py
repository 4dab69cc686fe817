"""What is only weighed, asked, denied, repeated or lent ends nothing."""

import pytest
from knowledge.text.statements.assertion import is_supposed, moves_for_good
from knowledge.text.statements.changes import Changes


@pytest.mark.parametrize(
    ("sentence", "is_so"),
    [
        ("We moved tickets from Intercom to Zammad.", True),
        ("We might move tickets from Intercom to Zammad.", False),
        ("We won't move tickets from Intercom to Zammad.", False),
        ("When do tickets move from Intercom to Zammad?", False),
        ("Every Friday we transfer orders from Shopify to Xero.", False),
        ("Anna takes over support from Ben while he is away.", False),
        ("Vielleicht übernimmt Jonas die Buchhaltung von Nina.", False),
    ],
)
def test_what_has_moved_is_told_as_so(sentence: str, *, is_so: bool) -> None:
    """Once, for good, and by who knows."""
    assert moves_for_good(sentence) is is_so


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tickets are handled in Intercom.", "We might move tickets from Intercom to Zammad."),
        ("Ben is in charge of support.", "Anna will not take over support from Ben."),
        ("Starter costs €29 per month.", "Maybe we should raise Starter from €29 to €35 per month."),
        ("The office opens at 9.", "The office is open from 9 to 5."),
        ("The sale starts on 1 June.", "In the sale the discount goes up to 30 percent from 1 June."),
        ("In January 48 customers signed up.", "In February 61 customers signed up."),
    ],
)
def test_it_ends_nothing(old: str, new: str) -> None:
    """Nor does a range tell what was before, nor the day from which on something holds."""
    assert Changes([old, new]).replaced(new, old, 0.6) == []


def test_a_condition_supposes_nothing() -> None:
    """It is part of what is so."""
    assert not is_supposed("Refunds are allowed if the ticket has an identity.") and is_supposed("It could be 9 EUR.")
