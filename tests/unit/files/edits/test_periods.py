"""The values that a figure has period by period."""

import pytest
from knowledge.files.edits import periods


@pytest.mark.parametrize(
    ("held", "period", "value", "values"),
    [
        ("2026-10: 5", "2026-11", "7", "2026-10: 5 → 2026-11: 7"),
        ("2026-10: 5 → 2026-11: 7", "2026-09", "4", "2026-09: 4 → 2026-10: 5 → 2026-11: 7"),
        ("2026-10: 5", "2026-10", "6", "2026-10: 5 → 2026-10: 6"),
        ("2026-10: 5", "2026-10", "5", "2026-10: 5"),
    ],
)
def test_a_value_stands_in_its_periods_place(held: str, period: str, value: str, values: str) -> None:
    """A period that stands alone keeps what it was before."""
    assert periods.with_value(held, period, value) == values


def test_a_late_report_changes_no_value_that_stands() -> None:
    """And one whose period names no year has no place that is known."""
    assert periods.with_value("2026-10: 5", "2026-10", "6", late=True) == "2026-10: 5"
    assert periods.with_value("week 40: 5", "week 39", "6", late=True) == "week 40: 5"


def test_the_latest_six_periods_stand() -> None:
    """The log has all."""
    values = "2026-01: 1"
    for month in range(2, 10):
        values = periods.with_value(values, f"2026-0{month}", str(month))
    assert list(periods.by_period(values)) == [f"2026-0{month}" for month in range(4, 10)]


def test_periods_of_a_kind_may_follow_each_other() -> None:
    """A month follows a month, however it is called."""
    assert periods.kind("week 9") == periods.kind("week 10") != periods.kind("2026")
    assert periods.kind("March 2026") == periods.kind("April 2026")
    assert (periods.of_last("2026-10: 5 → 2026-11: 7"), periods.of_last("7")) == ("2026-11", "")


@pytest.mark.parametrize("period", ["Q1 → Q2", "10:00", "a: b", "a : : b:", "→", ":::"])
def test_a_period_holds_nothing_that_parts_it_from_its_value(period: str) -> None:
    """So that what stands before the first colon is the period, and behind the last arrow the last."""
    cleaned = periods.cleaned(period)
    assert periods.by_period(f"{cleaned}: 5: of 7") == {cleaned: "5: of 7"}
    assert periods.cleaned(cleaned) == cleaned
