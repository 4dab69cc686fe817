"""Months are one in nine languages."""

import re

import pytest
from knowledge.text.statements.former_values import past_values
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.until_when import ends_on, holds_after
from knowledge.text.statements.values import numbered_months, values


@pytest.mark.parametrize(
    "written",
    [
        "15 December",
        "15. Dezember",
        "15 décembre",
        "15 de diciembre",
        "15 de dezembro",
        "15 dicembre",
        "15 grudnia",
        "Dec 15",
        "15 déc",
        "15 dic",
    ],
)
def test_a_date_is_the_same_in_each_language(written):
    """So that a later one in another language replaces it."""
    assert values(f"It is due on {written}.") == values("It is due on 15 December.") != []


def test_an_english_word_is_no_month():
    """Of the languages whose months begin like one (`setembro`, `outubro`) these are read in full alone."""
    assert not re.search(rf"\b{MONTH}", "2 out of 5 are set up", re.I)


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


@pytest.mark.parametrize(
    "text",
    [
        "From January the hourly rate is 72 EUR.",
        "Ab Januar beträgt der Stundensatz 72 Euro.",
        "Im Januar steigt die Miete auf 900 Euro.",
        "Le loyer passe à 1 500 € par mois en janvier.",
        "A partir de enero la tarifa es de 72 EUR.",
        "Parental leave is 16 weeks from January 2027.",
        "On 1 January the loaf goes up to £4.50.",
        "We lower the price from £18 to £16 a month from 1 January.",
        "Free delivery starts at £45. This holds from Friday, 1 January 2027.",
        "Der Stundensatz steigt zum 1. Januar von 78 Euro auf 84 Euro.",
    ],
)
def test_a_month_without_a_day_begins_on_its_first(text):
    """It is the next of that name; what is told of another value `on` a day or `in` a month holds from then on."""
    assert holds_after(text, "2026-11-20") == "2027-01-01"


@pytest.mark.parametrize(
    "text",
    [
        "Since January it is 72 EUR.",
        "Im März 2026 waren es 72 Euro.",
        "In March we had 40 guests.",
        "From October it costs 9 EUR.",
        "From November it costs 9 EUR.",
        "The launch moves to 4 February.",
        "The launch is on 4 February.",
        "We're not starting on Saturday. We start 11 January.",
    ],
)
def test_what_has_begun_holds_at_once(text):
    """So does a month that was not long ago; and a new date of something is the value itself, told today."""
    assert holds_after(text, "2026-11-20") == "2026-11-20"


def test_what_never_comes_to_hold_ends_at_once():
    """What has begun holds until the other does."""
    march, january = "From 1 March a visit costs £49.", "From January a visit costs £52."
    assert ends_on(march, "2026-02-10", january, "2026-11-20") == "2027-01-01"
    assert ends_on(january, "2026-11-20", "From 1 January a visit costs £51.", "2026-11-25") == "2026-11-25"
    assert ends_on("A visit costs £46.", "", march, "2026-02-10") == "2026-03-01"


def test_since_when_something_holds_is_no_former_value():
    """Measured before: January, in what goes `up to 1,920 from January`."""
    assert past_values("The rent goes up to 1,920 a month from January.") == set()
    assert {value.value for value in past_values("It goes down to 6 from 4.")} == {"4"}
