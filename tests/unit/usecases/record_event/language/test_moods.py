"""What a sentence tells as possible, advised, doubted or agreed to."""

import pytest
from knowledge.usecases.record_event.language import moods


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("You could move to Graz.", moods.is_proposed),
        ("I suggest the office in Graz.", moods.is_proposed),
        ("Man sollte den Vertrag kündigen.", moods.is_proposed),
        ("We might move to Graz.", moods.doubts),
        ("Vielleicht ziehen wir um.", moods.doubts),
        ("What if we moved to Graz?", moods.muses),
        ("Should we move to Graz?", moods.muses),
        ("Yes, from May on.", moods.is_yes),
        ("OK, go ahead.", moods.assents),
    ],
)
def test_a_mood_is_known_by_its_form(text, mood):
    """In the languages of the product."""
    assert mood(text)


@pytest.mark.parametrize(
    "text", ["We could not move to Graz.", "The lease ends in May.", "Yesterday the van broke down."]
)
def test_what_is_or_was_has_none(text):
    """It is told as it is."""
    assert not any(mood(text) for mood in (moods.is_proposed, moods.doubts, moods.muses, moods.is_yes, moods.assents))
