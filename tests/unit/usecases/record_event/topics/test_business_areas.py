"""Which part of the business a report is about."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from knowledge.files.categories import CATEGORIES
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.topics.business_areas import market, operation
from knowledge.usecases.record_event.topics.summary_place import titled


def occurrence(kind: str, title: str, text: str) -> Occurrence:
    return Occurrence(kind, "e1", None, title, text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "text", "topic"),
    [
        ("Invoice paid", "Acme paid its invoice of 49.00 USD for the subscription.", "finance"),
        ("Weekly visitors", "The website had 1,200 visitors and 40 sign-ups.", "analytics"),
        ("Deployment", "api 2.3.1 was released to production; error rate 0.1 %.", "devops"),
    ],
)
def test_a_report_belongs_to_the_operations_that_it_is_nearest_to(
    embedder: OnnxEmbedder, title: str, text: str, topic: str
) -> None:
    """There is always one."""
    assert operation(occurrence("integration", title, text), embedder).topic == topic


def test_what_a_report_is_called_counts_as_much_as_what_it_says(embedder: OnnxEmbedder) -> None:
    """Measured before: a cold store's monitoring among the finances, in a language that the model hardly knows."""
    readings = "Kühlhaus Nord: Temperatur -18,4 °C, Auslastung 92 %, Stromverbrauch 1.240 kWh"
    report = replace(
        occurrence("integration", readings, readings), metadata={"type": "monitoring", "service": "coldwatch"}
    )
    assert operation(report, embedder).topic == "devops"


def test_research_belongs_to_a_market_only_where_it_is_about_one(embedder: OnnxEmbedder) -> None:
    """Rivals, the market itself, or neither."""
    rival = occurrence("research", "A competitor's prices", "The rival vendor charges ten euros, we charge twelve.")
    size = occurrence("research", "Market size", "The market for such software grows by a fifth each year.")
    other = occurrence("research", "Sorting", "Merge sort takes n log n steps and is stable.")
    assert [area and area.topic for area in (market(event, embedder) for event in (rival, size, other))] == [
        "competitive",
        "market",
        None,
    ]


def test_a_page_of_figures_is_not_called_as_a_category_is(embedder: OnnxEmbedder) -> None:
    """Else an index has two pages of one title, as `Finance` once was."""
    for text in ("Acme paid its invoice of 49.00 USD.", "The website had 1,200 visitors.", "api 2.3.1 was released."):
        title = operation(occurrence("integration", text, text), embedder).title
        assert title not in map(titled, CATEGORIES)
