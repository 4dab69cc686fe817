"""An event's text in turns, and what is said in them."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.models import Kind, Occurrence
from knowledge.usecases.record_event.statements import rule_extractor, sentences


def conversation(text: str) -> Occurrence:
    return Occurrence("conversation", "e1", None, "Talk", text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)


def test_a_turn_is_what_one_says_in_one_go() -> None:
    """With who speaks, where that is said."""
    talk = conversation("Ann: It is late.\nBen: We close at nine. Then we go.")
    [_, last] = [turns.SpokenTurn.of(turn, talk) for turn in turns.turns(talk)]
    assert (last.speaker, last.parts) == ("Ben", [["We close at nine.", "Then we go."]])
    assert turns.speakers(talk) == {"Ann", "Ben"}


def test_programs_may_write_small_who_speaks(embedder: OnnxEmbedder) -> None:
    """`agent` and `user` name nothing that is spoken of; measured before: each had a page. Other small words do."""
    talk = conversation("agent: The replica of the shop failed.\nuser: Try the owner's role.\nnote: The shop is shut.")
    assert turns.speakers(talk) == {"agent", "user"}
    texts = [saying.text for saying in sentences.sayings(talk, embedder)]
    assert texts[0].startswith("The replica") and not any("gent:" in text or "ser:" in text for text in texts)


def test_an_answer_stands_with_its_question(embedder: OnnxEmbedder) -> None:
    """Nothing alone."""
    talk = conversation("Ann: When does it close?\nBen: At nine.")
    assert [saying.text for saying in sentences.sayings(talk, embedder)] == ["When does it close? At nine."]


def test_what_only_echoes_stands_with_what_it_echoes(embedder: OnnxEmbedder) -> None:
    """And a label opens what is about something else."""
    talk = conversation(
        "Ann: The oil of row D is sampled every four months.\nBen: Only row D. Safety: Graeme leaves on 4 September."
    )
    assert [saying.text for saying in sentences.sayings(talk, embedder)] == [
        "The oil of row D is sampled every four months. Ben: Only row D.",
        "Safety: Graeme leaves on 4 September.",
    ]


def test_a_value_stands_with_what_it_is_a_value_of(embedder: OnnxEmbedder) -> None:
    """Where another one said so in a few words."""
    talk = conversation("Ann: Starter pack.\nBen: US 3.99, everywhere else stays at 2.99.")
    assert [saying.text for saying in sentences.sayings(talk, embedder)] == [
        "Starter pack. US 3.99, everywhere else stays at 2.99."
    ]


def test_asides_are_nothing(embedder: OnnxEmbedder) -> None:
    """They have no value, no name, and nothing to do with the rest; a value alone goes to what it is a value of."""
    talk = conversation(
        "Ann: The Laredo dock closes its doors 3 and 4 until May 25.\nBen: The dock then has 10 doors for reefers.\n"
        "Ann: hows your mom btw\nBen: hip is in, she is bossing the nurses\nAnn: wow ok\n"
        "Ann: Receiving at the dock stops for the night from\nBen: June 1"
    )
    text = " ".join(statement.text for statement in rule_extractor.by_rules(talk, [], RememberingEmbedder(embedder)))
    assert "June 1" in text and "doors for reefers" in text
    assert not any(aside in text for aside in ("mom", "nurses", "wow"))


def test_what_announces_and_tells_is_kept(embedder: OnnxEmbedder) -> None:
    """Behind what somebody is about to do stands a value or a name; what only announces is nothing."""
    talk = conversation(
        "Ann: I'm going to scheduling at head office, and from Monday Anita Voss runs Aldmoor.\n"
        "Ben: Let me look at the heater, as I always do.\nCyd: The heater of the depot was repaired on 4 May."
    )
    text = " ".join(saying.text for saying in sentences.sayings(talk, embedder))
    assert "scheduling" in text and "Anita Voss" in text and "Let me look" not in text


def test_the_next_commit_is_no_body_of_the_one_before(embedder: OnnxEmbedder) -> None:
    """It comes to something else by its label."""
    change = replace(
        conversation("4be91d0 ci: test on Postgres 17\n93aa0f7 fares: raise the single"), kind="code_change"
    )
    assert [saying.text for saying in sentences.sayings(change, embedder)] == [
        "ci: test on Postgres 17.",
        "fares: raise the single.",
    ]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("# Harbour Lane: first quarter\n\nBy Moira.\n\n## Fees\n\nThey rose.", "Harbour Lane: first quarter"),
        ("## Talk\n\nBy Moira.\n\n## Fees\n\nThey rose.", "Talk"),  # the title that it was given
        ("## Fees\n\nThey rose.\n\n## Staff\n\nWe are nine.", ""),
        ("# Fees\n\nThey rose.", ""),
    ],
)
def test_a_document_has_a_heading_of_all(text: str, heading: str) -> None:
    """First and above the others, or its title; the only one is what it is about."""
    assert turns.heading_of_all(replace(conversation(text), kind="research", metadata={"title": "Talk"})) == heading


@pytest.mark.parametrize("kind", ["research", "conversation", "code_change"])
def test_code_and_comments_are_nobodys_words(kind: Kind) -> None:
    """Also where lines in them look as if somebody spoke, or stand apart."""
    text = (
        "The ovens are cold.\n\n```mermaid\ngraph LR\n\nOven: fetch.\n```\n\n<!-- Please describe\n\nyour change. -->"
    )
    event = replace(conversation(text), kind=kind)
    parts = [part for turn in turns.turns(event) for part in turns.SpokenTurn.of(turn, event).parts]
    assert parts == [["The ovens are cold."]]


def test_a_link_that_opens_an_item_leads_what_it_tells() -> None:
    """By itself it tells nothing; and what follows does not say of what it is."""
    event = replace(
        conversation("- [Linting](https://a.io). It runs at night. Then it stops.\n- Done."), kind="research"
    )
    [turn] = [turns.SpokenTurn.of(turn, event) for turn in turns.turns(event)]
    assert turn.parts == [["[Linting](https://a.io): It runs at night.", "Then it stops."], ["Done."]]
