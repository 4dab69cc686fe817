"""What says little by itself stands with what it was said of."""

import pytest
from knowledge.usecases.record_event.models import Says, Statement
from knowledge.usecases.record_event.statements.fragments import agreed, joined

Item = tuple[int, int] | None


def statement_of(text: str, says: Says = "fact", item: Item = (0, 0)) -> Statement:
    return Statement(says=says, text=text, item=item)


@pytest.mark.parametrize(
    ("matter", "decision"),
    [
        ("The van rusts through at the back door.", "Agreed with Mona: Monday 5 October."),
        ("The felt lets the rain in above the loom.", "We agreed on 45 EUR."),
        ("Der alte Kessel hält keinen Winter mehr.", "Beschlossen: Einbau am 3. Mai."),
        ("Le four ne monte plus à 900 degrés.", "Décidé : le 4 mars."),
    ],
)
def test_a_decision_of_few_words_stands_with_its_matter(matter: str, decision: str) -> None:
    """Its values tell nothing of what was decided; of another paragraph of a text it tells nothing either."""
    one = [statement_of(matter), statement_of(decision, "decision")]
    for together in (joined(one), agreed(one)):
        assert [(statement.text, statement.says) for statement in together] == [(f"{matter} {decision}", "decision")]
    apart = [statement_of(matter), statement_of(decision, "decision", (1, 0))]
    assert agreed(apart) == apart


def test_a_decision_that_names_its_matter_stands_alone() -> None:
    """What stands before it may be about anything."""
    apart = [
        statement_of("Ivo is on leave."),
        statement_of("We decided to buy the hay in Pardubice for 21 CZK.", "decision"),
    ]
    assert agreed(apart) == joined(apart) == apart
