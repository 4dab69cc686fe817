"""What is about the matter of a decision."""

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.statements.decided_matter import Matter, names_little


@pytest.mark.parametrize(
    ("decision", "text", "is_of"),
    [
        ("We agreed to close the pool on Mondays.", "The Monday swimming course moves to Tuesday.", True),
        ("We agreed to close the pool on Mondays.", "Hanna has her exam in the second week of May.", False),
        ("We decided to hire a second baker.", "They start at 2 from now on.", True),
        ("We decided to hire a second baker.", "The alternatives were an agency and Jan's uncle.", True),
        ("We decided to move the choir practice to Wednesday.", "Half of the tenors work late on Tuesdays.", True),
        ("We decided to move the choir practice to Wednesday.", "The roof of the vestry drips again.", False),
    ],
)
def test_what_is_about_a_decision_is_near_or_leans_on_it(
    embedder: OnnxEmbedder, decision: str, text: str, is_of: bool
) -> None:
    """Or says what else was weighed."""
    assert Matter([decision, text], embedder).is_of(decision, text) is is_of


def test_few_words_beside_values_name_no_matter() -> None:
    """So what was decided is told before them."""
    assert all(map(names_little, ["Agreed with Mona: Monday 5 October.", "Beschlossen: 40 EUR.", "Decided."]))
    assert not names_little("We agreed to close the pool on Mondays.")
