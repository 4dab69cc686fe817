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
        ("# Minutes\n\n**1. Water.** The basin is begun.\n\n**2. Levy.** It stays at 8 %.", False),
        ("Ann: The roof is done.", False),
        ("We met today.\n\nTo do:\n- Call the roofer.", False),
    ],
)
def test_notes_have_headings_and_no_speakers(text: str, expected: bool) -> None:
    """First, or several; what stands above a list and ends with a colon is one."""
    assert are_notes(text) is expected


def test_what_stands_above_a_list_is_its_heading() -> None:
    """Also behind a blank line; a sentence is none."""
    assert with_headings("Room rates:\n\n- 101: 80\n") == "## Room rates\n\n- 101: 80\n"
    assert with_headings("We met. Then this:\n- x") == "We met. Then this:\n- x"
