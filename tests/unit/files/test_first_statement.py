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
