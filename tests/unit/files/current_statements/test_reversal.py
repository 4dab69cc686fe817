"""A decision that an event says no longer holds is known by its month and by what it was about."""

from knowledge.files.current_statements import CurrentStatement
from knowledge.files.current_statements.reversal import reversed_decision
from knowledge.text.statements.subjects import Subjects

DECISION = 'January\'s "no cans this year" no longer holds.'


def decision(text: str, day: str = "2026-01-12") -> CurrentStatement:
    return CurrentStatement("a.md", "a.md", "Beer", f"- Decision: {text} ({day})", text, day)


def reversed_of(*standing: CurrentStatement) -> tuple[int, list[str]] | None:
    return reversed_decision(
        DECISION, "Tinsmith fills them.", standing, Subjects([DECISION, *(statement.text for statement in standing)])
    )


def test_the_decision_with_most_words_of_it_is_meant():
    """Of that month; only what it says of it is gone."""
    cans = decision("No cans this year. Sorry Sunil.")
    assert reversed_of(decision("No cans in spring.", "2026-03-09"), cans) == (1, ["No cans this year."])
    assert reversed_of(decision("Tours stay this year."), cans) == (1, ["No cans this year."])


def test_where_two_may_be_meant_none_is():
    """In doubt both stay."""
    assert reversed_of(decision("No cans."), decision("No cans.")) is None
