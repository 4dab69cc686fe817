"""Months are one in four languages."""

import re

import pytest
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.values import numbered_months, values


@pytest.mark.parametrize(
    "written", ["15 December", "15. Dezember", "15 décembre", "15 de diciembre", "Dec 15", "15 déc", "15 dic"]
)
def test_a_date_is_the_same_in_each_language(written):
    """So that a later one in another language replaces it."""
    assert values(f"It is due on {written}.") == values("It is due on 15 December.") != []


@pytest.mark.parametrize(
    "written", ["14. bis 16. Januar", "14–16 January", "14 to 16 January", "14 au 16 janvier", "14 al 16 enero"]
)
def test_days_from_to_are_one_value(written):
    """The first of them is no number of its own."""
    assert [value.value for value in values(f"Open {written}.")] == ["14 16 jan"]


def test_a_month_is_read_whole():
    """A name as long as it is written, and no beginning of another word."""
    assert re.findall(rf"\b{MONTH}", "mar march märz marzo marching sept septembre septic") == [
        "mar", "march", "märz", "marzo", "sept", "septembre",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "months"),
    [
        ("What was our MRR in October and November?", ["2026-10", "2026-11"]),
        ("Umsatz im Dezember", ["2025-12"]),
        ("Revenue of October 2024", ["2024-10"]),
        ("What may we charge since 1 October?", []),
    ],
)
def test_a_named_month_has_a_number(question, months):
    """Of no year it is the last that has begun; a day's month is a date's, and `may` a word."""
    assert numbered_months(question, "2026-11-23") == months
