"""Which clauses are pleasantries."""

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.statements import pleasantries

from tests.support.doubles import Words


def test_a_sentence_is_read_clause_by_clause() -> None:
    """What has no word is none."""
    assert pleasantries.clauses("Hallo, der Chef kommt später; danke :)") == [
        "Hallo",
        "der Chef kommt später",
        "danke :)",
    ]
    assert pleasantries.clauses("Ok, !") == ["Ok"]


@pytest.mark.parametrize(
    ("clause", "polite"),
    [
        ("bis bald", True),
        ("muchas gracias", True),
        ("tchau", True),
        ("el jefe firma hoy", False),
        ("ich übernehme das", False),
        ("o servidor caiu", False),
        ("Approved", False),
    ],
)
def test_a_clause_is_polite_by_what_it_is_near_to(embedder: OnnxEmbedder, clause: str, polite: bool) -> None:
    """But for what speaks of a thing, by its article, or of who does one."""
    assert (pleasantries.polite([clause], embedder) == {clause}) is polite


def test_what_people_say_word_for_word_names_nothing(embedder: OnnxEmbedder) -> None:
    """Whatever has a capital in it."""
    assert pleasantries.verbatim(["Schönen Abend noch!", "Der Kurs ist abgesagt."], embedder) == {"Schönen Abend noch!"}


def test_without_a_side_for_talk_nearness_alone_tells() -> None:
    """As of an endpoint's model."""
    assert pleasantries.polite(["Bye for now", "The van leaks"], Words()) == {"Bye for now"}
