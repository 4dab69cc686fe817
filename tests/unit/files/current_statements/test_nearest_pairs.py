"""By a model that did not learn what changes what, a line and a statement are of one matter where each is nearest."""

import pytest
from knowledge.files import paths
from knowledge.files.current_statements import read_standing
from knowledge.files.current_statements.nearest_pairs import NearestPairs

PAGE, DAY = paths.summary("operations", "pool"), "2026-03-12"
OLDER = [
    "We have the leisure centre pool on Wednesdays from two to four, £65 an hour.",
    "Patients may not film in the treatment rooms.",
    "Sports massage is £48.",
    "Tom is our fire warden.",
    "The antenatal class on Saturdays takes six.",
]
NEW = ["The leisure centre has the pool for us on Fridays now, at the same price.", "Hannah has a new bicycle."]


def test_each_is_the_others_nearest(embedder) -> None:
    """In other words, too; what nothing was said of has no pair."""
    assert pairs(NEW, OLDER, embedder) == [(0, 0)]


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("The cleaning costs 220 EUR a month.", "The accountant charges 240 EUR a month."),
        ("Die Reinigung kostet 220 Euro im Monat.", "Das Telefon kostet 49 Euro im Monat."),
        ("Supplier Cole delivers within 7 days.", "Supplier Brook delivers within 4 days."),
    ],
)
def test_without_a_word_of_its_subject_it_is_of_something_else(embedder, line: str, statement: str) -> None:
    """In a small tenant little else is near: of things that cost money one led to another."""
    assert pairs([statement], [line], embedder) == []


def test_a_name_that_is_told_as_past_counts_more(embedder) -> None:
    """On a page with few lines, too, and however the name is written."""
    lines = ["Fine. The document system stays iManage for now.", "Conflict checks must be done within 24 hours."]
    assert pairs(["We decided to move from iManage to Nexus."], lines, embedder) == [(0, 0)]


def pairs(statements: list[str], lines: list[str], embedder) -> list[tuple[int, int]]:
    text = "\n".join(f"- {line} ({DAY})" for line in lines)
    page = f"Pool | v1.0.0, 2026-03-12T10:00:00+00:00 | \n\n{text}\n"
    return NearestPairs(statements, read_standing(PAGE, lambda _: page), embedder).pairs()
