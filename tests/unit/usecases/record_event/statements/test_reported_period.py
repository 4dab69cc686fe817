"""The month that a report is of, which is no part of what its figures are called."""

import pytest
from knowledge.usecases.record_event.statements.reported_period import without_month


@pytest.mark.parametrize(
    ("report", "rest"),
    [
        ("Informe de mayo: Entradas vendidas: 812.", "Informe: Entradas vendidas: 812."),
        ("Cold store September: load 92 %", "Cold store: load 92 %"),
        ("September 2026: Subscribers: 512", "Subscribers: 512"),
        ("June Smith: sales: 12", "June Smith: sales: 12"),
        ("May: cases 3\nJune: cases 4", "May: cases 3\nJune: cases 4"),
        ("Revenue in May: 12 EUR", "Revenue in May: 12 EUR"),
    ],
)
def test_a_label_tells_the_month_of_all_behind_it(report: str, rest: str) -> None:
    """Somebody of its name is no month, and of two of them each has its own."""
    assert without_month(report) == rest
