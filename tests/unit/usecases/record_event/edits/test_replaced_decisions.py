"""Earlier decisions that an event replaces, by the name that it gives up."""

import pytest
from knowledge.files.current_statements import CurrentStatement, News
from knowledge.usecases.record_event.edits.replaced_decisions import with_replaced

PAGE, DAY = "2-summaries/decisions/database.md", "2026-03-20"
CHOSEN = "We decided to use Postgres for the main database because we need joins."
BESIDE = "We looked at MongoDB, too."


def standing(text: str = f"{CHOSEN} {BESIDE}", **other) -> CurrentStatement:
    line = f"- Decision: {text} (2026-03-01)"
    return CurrentStatement(**{"path": PAGE, "origin": PAGE, "title": "Database", "line": line, "text": text} | other)


def replaced(text: str, line: CurrentStatement) -> News:
    return with_replaced(News([True], {}, []), [text], [line], DAY)


@pytest.mark.parametrize(
    "text",
    [
        "We decided to move the main database from Postgres to CockroachDB.",
        "We switch from Postgres to CockroachDB for the main database.",
    ],
)
def test_what_is_moved_to_another_name_is_no_longer_so(text):
    """The line goes with what was told of the decision, and the new one stands where it stood."""
    news = replaced(text, standing(day="2026-03-01"))
    [ended] = news.superseded
    assert (ended.words, ended.left, ended.now) == (CHOSEN, "", text)
    assert (ended.text, news.places) == (f"{CHOSEN} {BESIDE}", {0: PAGE})


def test_what_was_said_before_the_decision_stays():
    """It is no part of it."""
    [ended] = replaced(
        "We move the main database from Postgres to CockroachDB.",
        standing(f"Reports are slow. {CHOSEN}", day="2026-03-01"),
    ).superseded
    assert ended.left == "- Decision: Reports are slow. (2026-03-01)"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("We move the wiki from Postgres to Notion.", standing(day="2026-03-01")),
        ("We move the main database from Frankfurt to Dublin.", standing(day="2026-03-01")),
        ("We move from Postgres to CockroachDB.", standing(day="2026-03-01")),
        ("We move the main database from Postgres to CockroachDB.", standing(day="2026-03-28")),
        ("We move the main database from Postgres to CockroachDB.", standing(day="2026-03-01", is_persons=True)),
        (
            "We move the main database from MySQL to CockroachDB.",
            standing("We use Postgres instead of MySQL for the main database.", day="2026-03-01"),
        ),
    ],
)
def test_else_the_decision_stands(text, line):
    """Of another thing, of a name that it did not choose, of a later day, a person's, or where nothing is moved."""
    assert replaced(text, line).superseded == []
