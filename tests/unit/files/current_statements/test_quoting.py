"""Of an event a pointing line quotes what tells most of what the line tells, and no more."""

from knowledge.files.current_statements.quoting import Later, quote
from knowledge.text.statements.subjects import Subjects

PAGE, OTHER = "2-summaries/operations/pool.md", "2-summaries/organization/house.md"
POOL = "We have the leisure centre pool on Wednesdays from two to four, £65 an hour."
FRIDAYS = "The leisure centre has the pool for us on Fridays now, half one till half three."


def test_of_a_long_statement_what_is_about_the_line_is_quoted(embedder) -> None:
    """Neither what was said before it nor what follows and says no more of the line."""
    long = [Later(f"Priya was late, he blames the car park as ever. {FRIDAYS} Nobody is glad.", PAGE)]
    assert _quoted(embedder, POOL, long) == Later(FRIDAYS, PAGE)


def test_what_names_a_subject_is_quoted_with_the_value_that_follows(embedder) -> None:
    """Of the same page both."""
    talk = [Later("And the pool on Wednesdays?", PAGE), Later("Fridays, half one till half three.", PAGE)]
    assert _quoted(embedder, POOL, talk) == Later(
        "And the pool on Wednesdays? Fridays, half one till half three.", PAGE
    )


def test_a_value_that_follows_on_another_page_is_quoted_from_there(embedder) -> None:
    """A quote leads to the page where it stands, so that who forgets the page forgets the quote."""
    talk = [Later("And the pool on Wednesdays?", PAGE), Later("Fridays, half one till half three.", OTHER)]
    assert _quoted(embedder, POOL, talk) == talk[1]


def test_a_value_of_another_kind_answers_nothing(embedder) -> None:
    """What follows with it is not quoted."""
    talk = [Later("Sports massage is in the list.", PAGE), Later("Thirty people came on Friday.", PAGE)]
    assert _quoted(embedder, "Sports massage is £48.", talk) == talk[0]


def _quoted(embedder, line: str, statements: list[Later]) -> Later:
    subjects = Subjects([line, *(statement.text for statement in statements)])
    return quote(statements, 0, line, subjects, embedder)
