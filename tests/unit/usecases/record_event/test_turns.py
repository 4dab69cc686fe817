"""An event's text in turns, and what is said in them."""

from datetime import UTC, datetime

from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event import sayings, statements, turns
from knowledge.usecases.record_event.models import Occurrence


def conversation(text: str) -> Occurrence:
    return Occurrence("conversation", "e1", None, "Talk", text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)


def test_a_turn_is_what_one_says_in_one_go() -> None:
    """With who speaks, where that is said."""
    told = conversation("Ann: It is late.\nBen: We close at nine. Then we go.")
    [_, last] = [turns.SpokenTurn.of(each, told) for each in turns.turns(told)]
    assert (last.speaker, last.parts) == ("Ben", [["We close at nine.", "Then we go."]])
    assert turns.speakers(told) == {"Ann", "Ben"}


def test_an_answer_stands_with_its_question(embedder: OnnxEmbedder) -> None:
    """Nothing alone."""
    told = conversation("Ann: When does it close?\nBen: At nine.")
    assert [each.text for each in sayings.sayings(told, embedder)] == ["When does it close? At nine."]


def test_what_only_echoes_stands_with_what_it_echoes(embedder: OnnxEmbedder) -> None:
    """And a label opens what is about something else."""
    told = conversation(
        "Ann: The oil of row D is sampled every four months.\nBen: Only row D. Safety: Graeme leaves on 4 September."
    )
    assert [each.text for each in sayings.sayings(told, embedder)] == [
        "The oil of row D is sampled every four months. Only row D.",
        "Safety: Graeme leaves on 4 September.",
    ]


def test_asides_are_nothing(embedder: OnnxEmbedder) -> None:
    """They have no value, no name, and nothing to do with the rest; a value alone goes to what it is a value of."""
    told = conversation(
        "Ann: The Laredo dock closes its doors 3 and 4 until May 25.\nBen: The dock then has 10 doors for reefers.\n"
        "Ann: hows your mom btw\nBen: hip is in, she is bossing the nurses\nAnn: wow ok\n"
        "Ann: Receiving at the dock stops for the night from\nBen: June 1"
    )
    text = " ".join(each.text for each in statements.by_rules(told, [], embedder))
    assert "June 1" in text and "doors for reefers" in text
    assert not any(aside in text for aside in ("mom", "nurses", "wow"))
