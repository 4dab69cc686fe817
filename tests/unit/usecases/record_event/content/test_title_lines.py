"""The line above minutes or notes that tells what they are."""

import pytest
from knowledge.usecases.record_event.content.title_lines import titles

BELOW = "\n\nThe kiln is set to 1,240 degrees. Ben orders a shelf."


@pytest.mark.parametrize(
    ("text", "above"),
    [
        (f"Monday meeting, workshop kitchen{BELOW}", {"Monday meeting, workshop kitchen"}),
        (f"Weekly round, 2 November, bee yard{BELOW}", {"Weekly round, 2 November, bee yard"}),
        ("Call with Ann, notes by Ben\n- she takes the account.\n- the fee stays.", {"Call with Ann, notes by Ben"}),
        (f"Anna und Piet über den Ofen{BELOW}", {"Anna und Piet über den Ofen"}),
        (f"Dairy round. Present: Ann, Ben{BELOW}", {"Dairy round."}),
        (f"Oak costs 90 EUR from May on{BELOW}", set()),
        (f"Stock take on Thursday in hall 2{BELOW}", set()),
        (f"We decided to close on Mondays{BELOW}", set()),
        (f"The keys are with Ann.{BELOW}", set()),
        (f"Ann: The keys are in the safe{BELOW}", set()),
        ("Ann has the key\n\nThe van is at Tom's\n\nBen is off", set()),
        ("Ann has the key\nThe van is at Tom's place.", set()),
    ],
)
def test_a_title_line_tells_what_a_text_is(text: str, above: set[str]) -> None:
    """Not ended, above what is; what has a value or a label, or decides, is told."""
    assert titles(text) == above


@pytest.mark.parametrize(
    ("line", "is_title"),
    [
        ("Ann and Ben about the kiln.", True),
        ("Dialog Ben / Ann.", True),
        ("Appel entre Ann et Ben, mardi.", True),
        ("Ann rang Ben from the depot", True),
        ("Ann has the key of the kiln.", False),
        ("Anna and Ben about the kiln.", False),
        ("Ann and Ben share the van from 1 May.", False),
        ("Ann: Ben is late.", False),
    ],
)
def test_a_line_that_names_all_who_speak_below_it_is_a_title(line: str, is_title: bool) -> None:
    """Also an ended one; one that tells a value is told."""
    for below in ("\nAnn: The lid is cracked.\nBen: I order one.", "\n\nAnn: The lid is cracked.\n\nBen: Fine."):
        assert titles(line + below, {"Ann", "Ben"}) == ({line} if is_title else frozenset())
    assert not titles("The lid is cracked.\nAnn: I order one.\nAnn: Fine.", {"Ann"})
