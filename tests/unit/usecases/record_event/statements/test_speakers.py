"""Whose label stands before a colon, and which names what is spoken of."""

from datetime import UTC, datetime

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.speakers import subjects


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
