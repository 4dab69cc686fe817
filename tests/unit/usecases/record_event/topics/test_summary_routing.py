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


KILN = [
    "The kiln is an electric chamber kiln of 0.6 cubic metres.",
    "The thermocouple of the kiln was replaced by the technician.",
    "There are seven of us on the payroll, and Eve leads the team.",
]


def placed(texts: list[str], embedder, files=None, *, apart=True, **fields) -> list[str]:
    """Where the statements of a report go."""
    event = cleaned(Event.model_validate({"kind": "integration", "event_id": "e", "content": "So it is."}))
    memory, files = RememberingEmbedder(embedder), files or NoFiles()
    passages = enumerate(texts) if apart else ((0, text) for text in texts)
    statements = [Statement(says="fact", text=text, passage=passage, **fields) for passage, text in passages]
    places = Places(event, files, NearbySummaries(event, files, memory), memory).places_for(statements, None)
    return [f"{place.category}/{place.topic}" for place in places]


def test_what_a_reader_would_look_for_elsewhere_leaves_its_neighbours(embedder):
    """Measured before: the payroll on a page of incidents called `Kiln`."""
    assert placed(KILN, embedder, under="Kiln") == ["equipment/kiln", "equipment/kiln", "organization/organization"]


def test_what_is_said_in_one_breath_stays_together(embedder):
    """Measured before, on a closed set: apart one fact in ten lost its subject."""
    assert placed(KILN, embedder, under="Kiln", apart=False) == ["equipment/kiln"] * len(KILN)


def test_a_few_words_stay_with_what_they_go_on_about(embedder):
    """Measured before: `Offices can stay at six.`, of months between filters, among the rooms."""
    few = [*KILN, "Two are part-time.", "Seven is enough."]
    assert placed(few, embedder, under="Kiln")[2:] == ["organization/organization"] * 3


def test_what_a_language_model_placed_stays(embedder):
    """It read the whole event."""
    assert placed(KILN, embedder, category="incidents", topic="Kiln") == ["incidents/kiln"] * len(KILN)


def test_a_page_of_a_person_keeps_what_its_name_covers(embedder):
    """Who wrote there says what belongs there."""
    files = PersonsFiles("equipment", by_person=True)
    assert placed(KILN, embedder, files, under="Kiln") == ["equipment/kiln"] * len(KILN)


def test_a_name_makes_a_page_only_where_a_reader_would_look_for_it(embedder):
    """What invoices tell below a heading that names a room goes to the page of all finance."""
    texts = ["The invoice of May was 3,000 euros with VAT.", "We pay invoices within two weeks by bank transfer."]
    assert placed(texts, embedder, under="Server room") == ["finance/finance"] * 2


class PersonsFiles(NoFiles):
    """Files in which every topic has a page in one category, on which a person wrote or not."""

    def __init__(self, category: str, *, by_person: bool) -> None:
        self._category, self._by_person = category, by_person

    def category_of(self, topic: str) -> str:
        return self._category

    def is_by_person(self, path: str) -> bool:
        return self._by_person


def test_people_among_themselves_are_nobodys_user(embedder):
    """What a person prefers is of the user where an assistant is spoken to; measured before: a pager's, of six."""
    text = "I prefer short answers in the morning, and I always drink tea."

    def category(said_by: str) -> str:
        content = f"{said_by}: {text}\n{'Assistant' if said_by == 'User' else 'Ben'}: Fine."
        event = cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": content}))
        memory = RememberingEmbedder(embedder)
        places = Places(event, NoFiles(), NearbySummaries(event, NoFiles(), memory), memory)
        return places.places_for([Statement(says="fact", text=text)], None)[0].category

    assert category("User") == "user" and category("Ann") != "user"
