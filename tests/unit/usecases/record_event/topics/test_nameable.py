"""Words that may name what is talked about."""

from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.topics.nameable import ALONE, TAKEN_UP, nameable


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
