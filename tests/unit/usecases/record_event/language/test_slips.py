"""What one takes back in one breath."""

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event import _by_rules
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.language.slips import corrected
from knowledge.usecases.record_event.models import Event


@pytest.mark.parametrize(
    ("before", "slip", "meant"),
    [
        ("The marketing budget is 20k a month.", "Sorry, 25k.", "The marketing budget is 25k a month."),
        ("The rent is 900 EUR, due on Monday.", "No, sorry, 950.", "The rent is 950 EUR, due on Monday."),
        ("The rent is 900 EUR.", "I mean 950 EUR.", "The rent is 950 EUR."),
        ("We meet on Tuesday at 10:30.", "Sorry: Wednesday!", "We meet on Wednesday at 10:30."),
        ("The launch is on 14 May.", "Correction: 12 May.", "The launch is on 12 May."),
        ("Die Lieferung dauert 3 Tage.", "Entschuldigung, 5 Tage.", "Die Lieferung dauert 5 Tage."),
    ],
)
def test_a_slip_is_told_as_it_is_meant(before, slip, meant):
    """The value of its kind in the sentence before is the one that was meant."""
    assert corrected([before, slip, "It is paid."]) == [meant, "It is paid."]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The rent is 900 EUR.", "Sorry, I have to leave at 5."),
        ("The rent is 900 EUR or 950 EUR.", "Sorry, 975 EUR."),
        ("The rent is 900 EUR.", "Sorry, Wednesday."),
        ("The rent is 900 EUR.", "The deposit is 1,800 EUR."),
        ("The rent is high.", "Sorry, 25k."),
    ],
)
def test_else_nothing_is_taken_back(before, after):
    """Where it is not surely one value that is meant, or more is said."""
    assert corrected([before, after]) == [before, after]


def test_nothing_tells_the_slip(embedder):
    """Neither a statement nor what the event is called."""
    text = "User: The marketing budget is 20k a month. Sorry, 25k."
    event = cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": text}))
    extraction = _by_rules(event, RememberingEmbedder(embedder))
    assert [one.text for one in extraction.statements] == ["The marketing budget is 25k a month."]
    assert not extraction.partial
