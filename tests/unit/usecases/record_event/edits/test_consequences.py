"""What follows from a decision."""

from datetime import UTC, datetime

import pytest
from knowledge.usecases.record_event.edits.consequences import consequences
from knowledge.usecases.record_event.models import Occurrence

DECISION = "For Nordfisk we agreed on 45 days."


def talk(text: str) -> Occurrence:
    return Occurrence("conversation", "e1", None, "Talk", text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)


@pytest.mark.parametrize(
    ("text", "then", "follows"),
    [
        (f"Ann: {DECISION} The contract changes.", "The contract changes.", True),
        (f"Ann: {DECISION}\nBen: The office closes at noon.", "The office closes at noon.", False),
        (f"Ann: {DECISION} Also, we charge a fee.", "We charge a fee.", False),
        (f"Ann: {DECISION}\nBen: Yes.", "Yes.", False),
    ],
)
def test_what_the_decider_goes_on_to_say_follows(text: str, then: str, follows: bool) -> None:
    """Another's word, a new matter and an assent do not."""
    assert consequences(DECISION, [then], talk(text)) == ([then] if follows else [])


def test_what_an_event_does_not_say_so_is_believed() -> None:
    """A model's own words stand in no turn."""
    assert consequences(DECISION, ["Invoices fall due later."], talk(f"Ann: {DECISION}")) == [
        "Invoices fall due later."
    ]
