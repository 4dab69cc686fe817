"""Words that may name what is talked about."""

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.topics.nameable import ALONE, TAKEN_UP, nameable, of_title


def test_what_only_reacts_names_nothing(embedder: OnnxEmbedder) -> None:
    """In any language, without a list of such words."""
    reactions = ["Exactly", "Good", "Lovely", "Genau", "Giusto", "Claro", "Noted", "Two days"]
    subjects = ["Evenings", "Insurers", "Termine", "Prenotazioni", "Precio", "Cancellations"]
    assert nameable([*reactions, *subjects], embedder, TAKEN_UP) == set(subjects)


def test_several_words_may_be_a_clause(embedder: OnnxEmbedder) -> None:
    """So it has to be likelier that they name something."""
    assert nameable(["Last thing", "Fifty quid", "Booking system", "Data protection"], embedder, ALONE) == {
        "Booking system",
        "Data protection",
    }


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Question: which scanner do we buy?", "Netum is half the price.", "Which scanner do we buy?"),
        ("Question: who insures the hives", "Allrisk asks 310 EUR.", "Who insures the hives"),
        ("Answer: oak from Lemke", "The question was the price.", "Oak from Lemke"),
        ("Subject: humidity in the nave", "It has 66 %.", "Humidity in the nave"),
        ("Gravel: we pay 40 a tonne.", "The quarry asks 38.", "Gravel"),
        ("Boiler: three offers", "The boiler is of 1998.", "Boiler"),
        ("Salaires: trois offres", "Les salaires montent.", "Salaires"),
    ],
)
def test_what_names_nothing_before_a_colon_is_no_title(
    embedder: OnnxEmbedder, title: str, text: str, name: str
) -> None:
    """Then it is about what stands behind it; else each note of that kind was on one page `Question`."""
    called = of_title(title, [f"{title} {text}"], embedder)
    assert called[:1].upper() + called[1:] == name
