"""What the lines of a file tell first."""

from knowledge.files.first_statement import first_statement


def test_a_short_answer_is_told_with_its_question() -> None:
    """It tells nothing alone."""
    assert first_statement(["Who owns the launch? Lena does."]) == "Who owns the launch? Lena does."


def test_what_stands_alone_is_told_before_what_does_not() -> None:
    """Of two sentences with a value the one without a pronoun."""
    lines = ["The kiln is old. It takes 9 hours to heat. The glaze fires at 1,240 degrees."]
    assert first_statement(lines) == "The glaze fires at 1,240 degrees."
