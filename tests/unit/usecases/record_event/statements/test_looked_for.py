"""What somebody would look for, and what nobody would."""

import pytest
from knowledge.ports.embedder import Embedder, OnnxEmbedder
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.statements.looked_for import looked_for

from tests.support.doubles import Words

MATTER = ["The kiln is rented from Cobridge Services.", "Invoices are due within two weeks.", "Eve leads the workshop."]


def facts(*texts: str) -> list[Statement]:
    return [Statement(says="fact", text=text) for text in texts]


@pytest.mark.parametrize("nobody", ["Why this was written.", "This is what we found.", "Thanks again to everybody."])
def test_what_belongs_to_no_category_is_left_out(embedder: OnnxEmbedder, nobody: str) -> None:
    """It stays in the event's description."""
    assert looked_for(facts(*MATTER, nobody), embedder) == facts(*MATTER)


def test_what_tells_a_value_stays(embedder: OnnxEmbedder) -> None:
    """Whatever it is about."""
    telling = facts(*MATTER, "This is what we found in 14 days.")
    assert looked_for(telling, embedder) == telling


def test_what_binds_stays(embedder: OnnxEmbedder) -> None:
    """And what announces that something was decided."""
    binding = Statement(says="decision", text="Why this was written.")
    announcing = facts("Ann and Ben agreed on the following yesterday.")
    assert looked_for([*facts(*MATTER), binding, *announcing], embedder) == [*facts(*MATTER), binding, *announcing]


@pytest.mark.parametrize("count", [0, 3])
def test_of_a_few_statements_each_counts(embedder: OnnxEmbedder, count: int) -> None:
    """Or a short note would be told by nothing."""
    few = facts(*["Why this was written."] * count)
    assert looked_for(few, embedder) == few


def test_a_model_without_a_side_for_subjects_leaves_nothing_out() -> None:
    """Its cosines do not tell."""
    words: Embedder = Words()
    assert looked_for(facts(*MATTER, "This is what we found."), words) == facts(*MATTER, "This is what we found.")
