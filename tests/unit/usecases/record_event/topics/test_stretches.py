"""How an event's statements are parted by topic."""

from collections.abc import Callable, Sequence

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.files.topic_index import Topic
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event, Statement
from knowledge.usecases.record_event.topics.nearby_summaries import NearbySummaries
from knowledge.usecases.record_event.topics.stretches import Stretches, TopicStretch

from tests.support.doubles import NoFiles

Parted = Callable[[Sequence[Statement]], list[TopicStretch]]


@pytest.fixture
def parted(embedder: OnnxEmbedder) -> Parted:
    def call(statements: Sequence[Statement]) -> list[TopicStretch]:
        event = cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Ann: So it is."}))
        memory = RememberingEmbedder(embedder)
        return Stretches(event, NearbySummaries(event, NoFiles(), memory), memory).of(statements)

    return call


def facts(*texts: str, **fields: object) -> list[Statement]:
    return [Statement.model_validate({"says": "fact", "text": text, **fields}) for text in texts]


def test_what_names_no_topic_stays_apart(parted: Parted) -> None:
    """In a talk each long statement by itself; a few words go on about what the one before says."""
    statements = facts(
        "it is all of what we have in there now", "so it is", "they are much less than it all was before"
    )
    assert [stretch.numbers for stretch in parted(statements)] == [[0, 1], [2]]


def test_statements_of_one_topic_are_one_stretch(parted: Parted) -> None:
    """A topic that a language model gave, or a commit's scope, wherever they stand."""
    given = (
        facts("It opens at nine.", topic="Shop")
        + facts("It is red.", topic="Door")
        + facts("Eve runs it.", topic="Shop")
    )
    assert {stretch.name: stretch.numbers for stretch in parted(given)} == {"Shop": [0, 2], "Door": [1]}


def test_a_stretch_is_told_below_its_name() -> None:
    """Its category is one that a statement was put into, and it is headed where a heading calls it so."""
    [first, second] = facts("It is dear.", under="2. Flour", item=(1, 0)) + facts(
        "We asked Pike.", category="suppliers"
    )
    stretch = TopicStretch("Flour", [3, 4], [first, second])
    assert stretch.text == "Flour: It is dear. We asked Pike."
    assert stretch.category == "suppliers" and stretch.is_headed
    assert not TopicStretch("Pike", [4], [second]).is_headed
    in_talk, named = facts("Any other business?", under="AOB"), facts("Nobody has time.", under="Saturday shift")
    assert not TopicStretch("AOB", [0], in_talk).is_headed and TopicStretch("Saturday shift", [0], named).is_headed


@pytest.mark.parametrize(("name", "page"), [("Prices", "Price"), ("The stand-up", "Stand-ups"), ("Opening", None)])
def test_a_page_is_called_so_in_either_number(embedder: OnnxEmbedder, name: str, page: str | None) -> None:
    """Measured before: `Price` and `Prices`, `Stand-up` and `Stand-ups`, with half of what is so on each."""
    event = cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Ann: So it is."}))
    nearby = NearbySummaries(event, NoFiles(), embedder)
    places = {"Price": "finance/price", "Opening hours": "finance/hours", "Stand-ups": "operations/stand-ups"}
    nearby.pages = lambda: [
        Topic(topic=title, description="", location=f"2-summaries/{at}.md", similarity=0)
        for title, at in places.items()
    ]
    called = Stretches(event, nearby, RememberingEmbedder(embedder)).page_called(name)
    assert (called and called.title) == page
