"""Whether a talk says nothing that a file could hold."""

import pytest
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.nothing_told import says_nothing


@pytest.mark.parametrize(
    ("content", "topic", "nothing"),
    [
        ("Thanks everyone, have a great weekend!", None, True),
        ("12", None, True),
        ("Ute", "Billing contact", False),
        ("Thanks everyone! The van leaks oil.", None, False),
        ("No smoking.", None, False),
        ("```\nmake deploy\n```", None, False),
    ],
)
def test_a_talk_without_a_topic_may_say_nothing(embedder, content, topic, nothing) -> None:
    """A topic tells what a word is about; one sentence that tells something keeps all."""
    event = Event.model_validate({"kind": "conversation", "event_id": "e", "content": content, "topic": topic})
    assert says_nothing(cleaned(event), embedder) is nothing
