"""What the wording tells of decisions."""

import pytest
from knowledge.usecases.record_event.language import deciding


@pytest.mark.parametrize("text", ["The tool chose them.", "Wie beschlossen.", "As agreed last Thursday (Oona, Pim)."])
def test_what_points_at_a_decision_makes_none(text: str) -> None:
    """What was decided is not told there."""
    assert not deciding.decides(text) and deciding.decides(f"{text} We chose the blue ones.")


def test_what_heads_and_announces_decisions() -> None:
    """A heading by its end, in four languages; a sentence by pointing at what follows."""
    heads = ["Decisions", "What we decided", "Beschlüsse", "Was wir beschlossen haben", "Also agreed", "Décisions"]
    assert all(map(deciding.heads_decisions, heads))
    assert not any(map(deciding.heads_decisions, ["Agreed prices", "Not yet decided", "Who decides"]))
    assert deciding.announces_decisions("Ann and Ben agreed on the following.")
    assert deciding.announces_decisions("Beschlossen von Jule Terhorst am 27. April.")
    assert not deciding.announces_decisions("We agreed on 45 days.")


@pytest.mark.parametrize(
    "text",
    ["Agreed to pay by card.", "Decided to go by train.", "Was agreed on Monday.", "What we chose is Postgres."],
)
def test_what_tells_the_decision_itself_announces_none(text: str) -> None:
    """Who decided stands behind `by`, not how; and what was decided is told."""
    assert not deciding.announces_decisions(text)
