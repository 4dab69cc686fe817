"""What of a model's statements is doubted, and how it is asked about once more."""

from collections.abc import Sequence

import pytest
from knowledge.ports.llm import LLMFailed, Message, Usage
from knowledge.ports.llm_answers import Answer
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.statements.doubts import EventGrounds, asked_again
from knowledge.usecases.record_event.statements.model_answers import Said

from tests.support.events import event

GROUNDS = EventGrounds(
    cleaned(
        event(
            content="The crane lifts 3 tons, and the slip takes 12 tons. The review is tomorrow, not on Thu 5 Feb.",
            metadata={"occurred_at": "2026-02-03"},
        )
    ),
    "Harbour (operations): Ines Kolb runs the office.\n",
)
ITEM = Said(says="fact", text="The crane lifts 14 tons.", category="operations", topic="Crane")
ASKED: list[Message] = [{"role": "system", "content": "Read."}, {"role": "user", "content": "The crane lifts 3 tons."}]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("The crane lifts 3 tons.", None),
        ("Ines Kolb has the crane that lifts 3 tons.", None),
        ("The review is not on Thursday, 5 February.", None),
        ("The review is not on Friday, 5 February.", "the event does not have: Friday"),
        ("The review is on Thursday, 29 January 2026.", None),
        ("The crane lifts 3 tons on Tuesday, 3 February.", None),
        ("The crane lifts 4 tons.", "the event does not have: 4"),
        ("The crane is Peter's.", "the event does not have: Peter's"),
        ("It is so.", "it has 9 characters, and is to have some words and 400 at most"),
    ],
)
def test_a_doubt_says_what_is_wrong(text: str, doubt: str | None) -> None:
    """A figure, date or name that is not there; how words that are there belong together a reader knows better."""
    assert GROUNDS.doubt(text) == doubt


@pytest.mark.parametrize(
    ("text", "doubt", "refusal"),
    [
        ("The review is on Wednesday, 4 February 2026.", "4, Wednesday", None),
        ("The review is on Wednesday.", "Wednesday", "Wednesday"),
        ("The review is on 17 February 2026.", "17", "17"),
        ("The crane lifts 3 tons from March on, as in January.", "March, January", None),
        ("The crane lifts 3 tons from April on.", "April", "April"),
    ],
)
def test_a_near_date_that_the_event_does_not_name_is_the_models_to_know(
    text: str, doubt: str, refusal: str | None
) -> None:
    """Its day, the days of weekdays that it names and its month are not asked about; a week to each side and the months
    beside once. Measured before: `The shop opened on 25 June` was written without a question."""
    assert (GROUNDS.doubt(text), GROUNDS.refusal(text)) == (_lacks(doubt), _lacks(refusal))


def _lacks(words: str | None) -> str | None:
    return words and f"the event does not have: {words}"


TALK = "Und Mirela darf jetzt erst ab 10.000 freigeben, darunter entscheidet das Team, wie im alten Haus der Chef."


@pytest.mark.parametrize(
    ("content", "text", "doubt", "refusal"),
    [
        (TALK, "Mirela darf Einkäufe erst ab 10.000 freigeben.", "Einkäufe", None),
        (TALK, "Mirela darf bei HaulDesk erst ab 10.000 freigeben.", "HaulDesk", "HaulDesk"),
        (TALK, "Mirela darf Einkäufe erst ab 20.000 freigeben.", "20.000, Einkäufe", "20.000"),
        (TALK, "Herr Obermaier darf erst ab 10.000 freigeben.", "Obermaier", None),
        ("Pumpe geprüft.", "Die Bestellung der Pumpe ist geprüft.", "Bestellung", None),
        ("Mirela approves above 10,000.", "Peter approves above 10,000.", "Peter", "Peter"),
        ("We decided to use the Stripe API.", "Anna switched to the Stripe API.", "Anna", "Anna"),
    ],
)
def test_a_noun_that_words_cannot_tell_from_a_name_is_the_models_to_know(
    content: str, text: str, doubt: str, refusal: str | None
) -> None:
    """Where nouns have capitals it is doubted once; measured before: `Einkäufe` was refused as an invented name, and
    `Herr Obermaier` was written without a question."""
    grounds = EventGrounds(cleaned(event(content=content)), "")
    assert (grounds.doubt(text), grounds.refusal(text)) == (_lacks(doubt), _lacks(refusal))


GO_LIVE = EventGrounds(
    cleaned(
        event(
            content="Go-live slips by two weeks. A test costs £57 now.",
            metadata={"occurred_at": "2026-11-20T09:00:00Z"},
        )
    ),
    "Booking (product): Go-live is 1 March 2027. A test costs £55.\n",
)


@pytest.mark.parametrize(
    ("text", "is_doubted", "is_refused"),
    [
        ("Go-live is two weeks later than 1 March 2027.", False, False),
        ("Go-live is 1 March 2027.", True, True),
        ("Go-live is two weeks later, on 15 March 2027.", True, True),
        ("A test costs £55.", True, True),
        ("A test costs £57 instead of £55.", True, False),
    ],
)
def test_a_figure_of_a_page_stands_beside_one_of_the_events(text: str, is_doubted: bool, is_refused: bool) -> None:
    """By itself it is no news, and what was reckoned is none of either; where the event has another one of its kind
    the model is asked again. Measured before: no page had the date of what was put off."""
    assert (GO_LIVE.doubt(text) is not None, GO_LIVE.refusal(text) is not None) == (is_doubted, is_refused)


def test_a_date_within_a_week_is_taken_in_any_language_where_the_model_insists() -> None:
    """The event names it by its weekday, or as tomorrow, in whatever words."""
    barrels = event(content="Beczki przyjechały we wtorek.", metadata={"occurred_at": "2026-04-23T04:50:00Z"})
    grounds = EventGrounds(cleaned(barrels), "")
    near = "Beczki przyjechały we wtorek 21 kwietnia 2026."
    assert (grounds.doubt(near), grounds.refusal(near)) == ("the event does not have: 21", None)
    assert grounds.refusal("Beczki przyjechały 12 kwietnia 2026.") == "the event does not have: 12"


def test_a_name_may_come_from_what_pages_say() -> None:
    """Also where no line that was shown has it; a figure may not."""
    grounds = EventGrounds(GROUNDS.event, GROUNDS.shown, "Len Hocking drives the crane. It cost 900 EUR.")
    assert grounds.doubt("Len Hocking's crane lifts 3 tons.") is None
    assert GROUNDS.doubt("Len Hocking's crane lifts 3 tons.") == "the event does not have: Hocking's"
    assert grounds.doubt("The crane lifts 900 tons.") == "the event does not have: 900"


class Model:
    """Says that the slip takes it, or fails."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails, self.asked = fails, list[Message]()

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        self.asked = list(messages)
        if self.fails:
            raise LLMFailed("It is down.")
        return answer.model_validate({"statements": [ITEM.model_dump() | {"text": "The slip takes 12 tons."}]})


def test_the_model_sees_what_it_said_and_why_that_is_doubted() -> None:
    """In the same conversation, so that it still has the event; that a near date may stay it did not know, and left
    dates out."""
    model = Model()
    [again] = asked_again(ASKED, [(ITEM, "the event does not have: 14")], model, Usage()) or []
    assert again.text == "The slip takes 12 tons." and model.asked[:2] == ASKED
    own, why = model.asked[2:]
    assert own["role"] == "assistant" and ITEM.text in own["content"]
    assert f"- {ITEM.text} (the event does not have: 14)" in why["content"]
    assert "such a statement is said again as it was" in why["content"]


def test_nothing_is_asked_where_nothing_is_doubted_and_a_failure_is_no_answer() -> None:
    """An empty answer leaves the statements out; a failure says nothing of them."""
    model = Model(fails=True)
    assert asked_again(ASKED, [], model, Usage()) == [] and model.asked == []
    assert asked_again(ASKED, [(ITEM, "why")], model, Usage()) is None
