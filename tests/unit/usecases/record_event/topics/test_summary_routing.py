"""To which summaries an event's statements go."""

from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event, Statement
from knowledge.usecases.record_event.topics.nearby_summaries import NearbySummaries
from knowledge.usecases.record_event.topics.summary_routing import Places

from tests.support.doubles import NoFiles

LETTER = {
    "the boiler of the north wing leaks and a builder comes on Monday to look at the roof": (1, 0),
    "he wants it dry until then": (1, 0),
    "from May on a day costs 40 pounds and invoices are to be paid within two weeks": (2, 0),
}


def test_a_paragraph_that_names_no_topic_is_placed_by_itself(embedder):
    """A letter goes over to another matter without a heading; what a paragraph goes on to say belongs to it."""
    event = cleaned(Event.model_validate({"kind": "integration", "event_id": "e", "content": "So it is."}))
    statements = [
        Statement(says="fact", text=text, passage=item[0], item=item, category=category)
        for (text, item), category in zip(LETTER.items(), ["premises", None, None], strict=True)
    ]
    memory = RememberingEmbedder(embedder)
    places = Places(event, NoFiles(), NearbySummaries(event, NoFiles(), memory), memory).places_for(statements, None)
    assert [place.category for place in places] == ["premises", "premises", "finance"]


def test_what_names_no_topic_stays_apart_unless_it_goes_on(embedder):
    """Two long statements without a name are two stretches; a few words behind one belong to it."""
    event = cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Ann: So it is."}))
    texts = {
        "it is all of what we have in there now": "legal",
        "so it is": None,
        "they are much less than it all was before": "product",
    }
    statements = [Statement(says="fact", text=text, category=category) for text, category in texts.items()]
    memory = RememberingEmbedder(embedder)
    places = Places(event, NoFiles(), NearbySummaries(event, NoFiles(), memory), memory).places_for(statements, None)
    assert [(place.category, place.topic) for place in places] == [
        ("legal", "legal"),
        ("legal", "legal"),
        ("product", "product"),
    ]


def test_what_stands_below_a_part_is_about_the_title(embedder):
    """Unless a page or the title has the word that it repeats; measured before: a page `conclusion`."""
    content = {"kind": "research", "event_id": "e", "content": "So.", "metadata": {"title": "Note: cost by channel"}}
    event, memory = cleaned(Event.model_validate(content)), RememberingEmbedder(embedder)
    texts = ["Lena and Marta met in a café by the river.", "The café was loud.", "The voucher stays as it is."]
    statements = [Statement(says="finding", text=text, under="Conclusion", category="gtm") for text in texts]
    places = Places(event, NoFiles(), NearbySummaries(event, NoFiles(), memory), memory).places_for(statements, None)
    assert {place.title for place in places} == {"Cost by channel"}
