"""Whose label stands before a colon, and which names what is spoken of."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.speakers import roles, subjects


def talk(text: str, *speakers: str) -> Occurrence:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Occurrence("conversation", "e1", None, "Talk", text, {}, at, 0, speakers=frozenset(speakers))


@pytest.mark.parametrize(
    ("text", "nobodys"),
    [
        ("End of the lease: 4 May, and it is final.", {"End of the lease"}),
        ("Heating oil: 90 cents since July.", {"Heating oil"}),
        ("Strom: 31 Cent.\nWasser: vier Euro.\nVersicherung: 90 Euro im Jahr.", {"Strom", "Wasser", "Versicherung"}),
        ("Plazo: el 4 de mayo.\nFianza: dos meses.", {"Plazo", "Fianza"}),
        ("Ruth: It leaks.\nSven: The plumber comes on 4 May.", set()),
        ("Ruth: When does it close?\nSven: At nine.", set()),
        ("Ruth: The pump leaks.\nSven: Since when?\nRuth: Monday.\nInsurance: paid until May.", {"Insurance"}),
        ("User: The pump leaks.\nInsurance: paid until May.", {"Insurance"}),
    ],
)
def test_what_names_something_and_comes_once_is_nobodys_label(
    embedder: OnnxEmbedder, text: str, nobodys: set[str]
) -> None:
    """Roles, those who speak again and what is no clear name of a thing are speakers."""
    assert subjects(talk(text), embedder) == nobodys


def test_whom_the_content_names_speaks(embedder: OnnxEmbedder) -> None:
    """Whatever they are called."""
    assert subjects(talk("Reception: The code is 4711.", "Reception"), embedder) == frozenset()


def roles_of(text: str, embedder: OnnxEmbedder) -> frozenset[str]:
    event = talk(text)
    return roles(replace(event, subjects=subjects(event, embedder)), embedder)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Support: The parcel is lost.\nMaya: I send a new one.\nMaya: It costs 40 euros.", {"Support"}),
        ("Nurse: The ward needs 14 beds.\nManager: The budget is 9,000 euros.", {"Nurse", "Manager"}),
        ("Ole: Since when?\nDriver: The road to Bern is closed until Friday.", {"Driver"}),
        ("Ida: Seit wann?\nHausmeister: Die Pumpe leckt seit gestern.", {"Hausmeister"}),
        ("Léa: Quand ?\nProfesseur: Le bus arrive à neuf heures.", {"Professeur"}),
        ("Eva: ¿Cuándo?\nProfesor: El autobús sale a las nueve.", {"Profesor"}),
    ],
)
def test_a_role_that_speaks_once_names_nothing(embedder: OnnxEmbedder, text: str, labels: set[str]) -> None:
    """Where others speak, or all are roles: measured before, a page each."""
    assert roles_of(text, embedder) == labels


@pytest.mark.parametrize(
    "text",
    [
        "Support: The parcel is lost.",
        "Support: two hours.\nMaya: Fine.\nMaya: And now?",
        "Support: The support answers in two hours.\nMaya: Fine.\nMaya: And now?",
        "Ann: What is left?\nInsurance: The premium is paid until May.\nHeating: It is serviced in June every year.",
        "Sales: We signed Acme for 40 seats.\nPricing: The team plan costs 14 euros now.",
        "Ida: Und sonst?\nBeleuchtung: Der Saal bekommt neue Lampen.",
        "Léa: Et le reste ?\nChauffage: On le révise en juin cette année.",
        "Eva: ¿Y lo demás?\nCalefacción: Se revisa en junio cada año.",
    ],
)
def test_a_label_of_what_is_spoken_of_may_name_it(embedder: OnnxEmbedder, text: str) -> None:
    """Also where nobody else speaks, no sentence stands behind it, or somebody speaks of it."""
    assert roles_of(text, embedder) == frozenset()
