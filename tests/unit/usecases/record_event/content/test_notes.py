"""Notes that come as a conversation."""

import pytest
from knowledge.usecases.record_event.content.notes import are_notes, with_headings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Physiotherapy\n- The waiting list is open again.", True),
        ("Practice meeting\n\n## Staffing\n- Amin stays.\n\n## Vaccines\nThe fridge is new.", True),
        ("Room rates from March:\n- Room 101: 80 EUR\n- Suite: 180 EUR", True),
        ("User: How do we start?\nAssistant: So.\n## First\nPlan it.\n## Then\nDo it.", False),
        ("# general\nAnn: The roof is done.\nBob: The windows come on Thursday.", False),
        ("# Minutes\n\n**1. Water.** The basin is begun.\n\n**2. Levy.** It stays at 8 %.", True),
        ("Ann: The roof is done.", False),
        ("We met today.\n\nTo do:\n- Call the roofer.", False),
        ("Present: Priya, Jo.\n\nSummer box\nIt moves to June.\n\nRejected\nA second one was rejected.", True),
        ("Ann\nThe roof is done.\n\nBob\nFine.\n\nAnn\nThe windows come on Thursday.", False),
        ("Dear all,\nthe roof is done.\n\nKind regards\nAnn\n\nThanks for all\nBob", False),
    ],
)
def test_notes_have_headings_and_no_speakers(text: str, expected: bool) -> None:
    """First, or several; what stands above a list and ends with a colon is one.

    So is a short line above a text, where each stands once: who speaks comes again, and a name is no text.
    """
    assert are_notes(text) is expected


def test_what_stands_above_a_list_is_its_heading() -> None:
    """Also behind a blank line; a sentence is none."""
    assert with_headings("Room rates:\n\n- 101: 80\n") == "## Room rates\n\n- 101: 80\n"
    assert with_headings("We met. Then this:\n- x") == "We met. Then this:\n- x"
