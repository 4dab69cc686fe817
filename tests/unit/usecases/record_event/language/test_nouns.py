"""The noun phrases of a text."""

import pytest
from knowledge.usecases.record_event.language import nouns


def test_words_stand_in_runs_between_those_of_closed_classes() -> None:
    """A run knows whether an article stands before it, and whether it begins a sentence."""
    runs = [(run.words, run.determined, run.opens) for run in nouns.runs("Reefers wait at the Laredo dock, l'été too.")]
    assert runs == [(("Reefers", "wait"), False, True), (("Laredo", "dock"), True, False), (("été",), True, False)]


@pytest.mark.parametrize(
    ("one", "other"), [("door", "doors"), ("Rampe", "Rampen"), ("policy", "policies"), ("the driver's", "the driver")]
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    """Roughly, in any language."""
    assert nouns.stems(one) == nouns.stems(other)


def test_a_word_that_begins_with_another_is_a_form_of_it() -> None:
    """As compounds do; short words are only themselves."""
    assert nouns.is_form(nouns.stem("Temperatur"), nouns.stem("Temperaturprotokoll"))
    assert not nouns.is_form(nouns.stem("dock"), nouns.stem("docket"))


@pytest.mark.parametrize(
    ("sentence", "subject"),
    [
        ("Night receiving: we stop it.", "Night receiving"),
        ("Cargo insurance.", "Cargo insurance"),
        ("¿Y la verificación de ingresos?", "verificación de ingresos"),
        ("Und Nebenwohnung?", "Nebenwohnung"),
        ("Cargo insurance. 3 trucks have none.", "Cargo insurance"),
        ("El alquiler aprox. 900 euros.", ""),
        ("Pico Telecom (Dublin): 97.8 %.", "Pico Telecom"),
        ("Who signs the form?", ""),
        ("From 1 June on: none.", ""),
        ("The dock is closed until the end of the week.", ""),
    ],
)
def test_a_label_names_a_subject(sentence: str, subject: str) -> None:
    """In a few words before a colon, alone or in a short question; a date and a whole question are none."""
    assert nouns.subject(nouns.label(sentence)) == subject


def test_a_clause_names_nothing() -> None:
    """Beside what stands before it, in more than a word."""
    headings = ["House rules which came up", "What I looked at", "Proposed and what became of it", "Ce qu'on a comparé"]
    assert [nouns.unclaused(heading) for heading in headings] == ["House rules", "", "", ""]
