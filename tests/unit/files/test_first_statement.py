"""What the lines of a file tell first."""

import pytest
from knowledge.files.first_statement import first_statement


def test_a_short_answer_is_told_with_its_question() -> None:
    """It tells nothing alone."""
    assert first_statement(["Who owns the launch? Lena does."]) == "Who owns the launch? Lena does."


def test_what_stands_alone_is_told_before_what_does_not() -> None:
    """Of two sentences with a value the one without a pronoun."""
    lines = ["The kiln is old. It takes 9 hours to heat. The glaze fires at 1,240 degrees."]
    assert first_statement(lines) == "The glaze fires at 1,240 degrees."


@pytest.mark.parametrize(
    ("line", "first"),
    [
        (
            "Forty people in March. Price as before.",
            "Forty people in March. Price as before.",
        ),
        (
            "Sunday 10 May, about 14:40. The boat hit a rock. All are well.",
            "Sunday 10 May, about 14:40. The boat hit a rock.",
        ),
        ("Ab 3. Mai im Keller. Der Kessel ist neu.", "Ab 3. Mai im Keller. Der Kessel ist neu."),
        ("Lambs cost 90 EUR at the gate. Wool is free.", "Lambs cost 90 EUR at the gate."),
        ("Lambs cost 90 EUR. Consequences: we sell fewer.", "Lambs cost 90 EUR."),
    ],
)
def test_few_words_are_told_with_what_follows_them(line: str, first: str) -> None:
    """A value alone tells little of its page; a sentence of some words is enough."""
    assert first_statement([line]) == first


@pytest.mark.parametrize(
    "statement",
    [
        "The old crane K-2 can be sold then. Not before 1 March, the inspector wants to see it.",
        "The old crane K-2 can be sold then. Tom: Not before 1 March.",
        "Der alte Kran K-2 kann dann weg. Tom: Erst ab 1. März, der Prüfer will ihn sehen, sagt er.",
        "La vieille grue K-2 peut partir. Tom: Pas avant le 1er mars, elle est louée.",
    ],
)
def test_a_permission_is_told_with_its_condition(statement: str) -> None:
    """Whoever names it; measured before: the index told the permission alone. What comes next is another thing."""
    assert first_statement([f"{statement} The new crane lifts 9 tons."]) == statement


def test_who_speaks_stands_for_nothing_said_before() -> None:
    """`We` is told by no sentence, as `it` is."""
    first = first_statement(["The kiln fires at 1,240 degrees. We open the shop at 9."])
    assert first == "The kiln fires at 1,240 degrees."
