"""Days are read however people write them, and never where none is."""

from datetime import date

import pytest
from knowledge.text.statements import days

EIGHTH = date(2023, 5, 8)


@pytest.mark.parametrize(
    "text",
    [
        "Session 2023-05-08",
        "1:56 pm on 8 May, 2023",
        "May 8th, 2023",
        "8. Mai 2023",
        "8 de mayo de 2023",
        "2023-05-08T9",
    ],
)
def test_a_day_is_read_in_figures_and_by_the_name_of_its_month(text: str) -> None:
    """Of a year that is stated."""
    assert days.first_day(text) == EIGHTH


@pytest.mark.parametrize("text", ["8 May", "2023-13-40", "31 February 2023", "kd-2023-05-08", "12023-05-08", ""])
def test_what_is_no_day_of_a_year_is_none(text: str) -> None:
    """Nor is part of a name or a longer number."""
    assert days.first_day(text) is None


def test_the_first_that_stands_in_a_text_counts() -> None:
    """Whatever form each has."""
    assert days.first_day("from 8 May 2023 to 2023-05-09") == EIGHTH


def test_lines_have_days() -> None:
    """By which entries of logs begin and those of summaries end; one that stands within a line dates nothing."""
    text = "- 2023-05-08 — Talk\nsaid on 2023-05-09\n[2023-05-10 09:12] Ann: Yes.\n- No. (2023-05-08)\n"
    assert list(days.line_days(text)) == [(0, EIGHTH), (39, date(2023, 5, 10)), (68, EIGHTH)]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("What happened on 8 May 2023?", ["2023-05-08"]),
        ("Was geschah am 8. Mai 2023?", ["2023-05-08"]),
        ("What was done on 6 May?", ["2026-05-06"]),
        ("What was said on 4 December?", ["2025-12-04"]),
        ("What happened in May 2023?", []),
        ("What happened on 2023-05-08?", []),
    ],
)
def test_days_that_are_named_are_put_in_figures(text: str, figures: list[str]) -> None:
    """Of no year, the last that were."""
    assert days.figured_days(text, "2026-11-28") == figures


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("starts tomorrow (1 July 2026)", "starts tomorrow ( )"),
        ("ab 1. Juli, nicht ab 2. Juli", "ab  , nicht ab 2. Juli"),
        ("from 2026-07-01 to July 1st, 2027", "from   to July 1st, 2027"),
        ("closed on 31 December", "closed on  "),
    ],
)
def test_days_leave_a_text_however_they_are_written(text: str, left: str) -> None:
    """One without a year is the nearest to the day on which the text was said."""
    assert days.without_days(text, [date(2026, 7, 1), date(2025, 12, 31)], "2026-06-30") == left
