"""Figures of which a sentence tells what they were and what they are."""

import pytest
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.metrics import figures, tells_figures_alone
from knowledge.usecases.record_event.statements.moved_figures import figure_clauses, is_past_alone, moved_figure

from tests.support.linear import is_linear


def figures_of(content: str) -> dict[str, str]:
    return figures(cleaned(Event.model_validate({"kind": "integration", "event_id": "e", "content": content})))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Error rate 0.3 % before, 0.2 % after.", {"Error rate": "0.2 % (before: 0.3 %)"}),
        ("Error rate: 0.3 % before, 0.2 % after", {"Error rate": "0.2 % (before: 0.3 %)"}),
        ("Bounce rate 61 % before the redesign, 44 % since.", {"Bounce rate": "44 % (before: 61 %)"}),
        ("Memory was 512 MB and is now 730 MB.", {"Memory": "730 MB (before: 512 MB)"}),
        ("Stock value was EUR 31,000, is EUR 27,500 today.", {"Stock value": "EUR 27,500 (before: EUR 31,000)"}),
        (
            "Nightly sync took 31 min before the new index and takes 12 min since.",
            {"Nightly sync": "12 min (before: 31 min)"},
        ),
        ("Latency 420 ms before, 95 ms after.", {"Latency": "95 ms (before: 420 ms)"}),
        ("MRR is now 43,900 EUR, up from 41,200 EUR in October.", {"MRR": "43,900 EUR (before: 41,200 EUR)"}),
        ("Churn: 2.1 %, down from 2.9 %", {"Churn": "2.1 % (before: 2.9 %)"}),
        ("Queue length was 40; now 12.", {"Queue length": "12 (before: 40)"}),
        ("Visits were 4,812 in October and are 5,100 now.", {"Visits": "5,100 (before: 4,812)"}),
        ("Backup took 40 minutes before, takes 12 minutes now.", {"Backup": "12 minutes (before: 40 minutes)"}),
        ("Ladezeit vorher 2,8 s, jetzt 1,1 s.", {"Ladezeit": "1,1 s (before: 2,8 s)"}),
        ("Wartezeit war 12 min, ist jetzt 8 min.", {"Wartezeit": "8 min (before: 12 min)"}),
        ("Temps de réponse 420 ms avant, 95 ms après.", {"Temps de réponse": "95 ms (before: 420 ms)"}),
        (
            "Cold store: temperature 4 °C before, 2 °C after, load 92 %.",
            {"Cold store temperature": "2 °C (before: 4 °C)", "Cold store load": "92 %"},
        ),
    ],
)
def test_the_later_value_is_the_one_that_holds(content: str, expected: dict[str, str]) -> None:
    """With the one before as its note, in any order of words that tell when each was so."""
    assert figures_of(content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Latency 420 ms before.", {}),
        ("Heap was 4 threads wide and is 800 MB now.", {}),
        ("Revenue was EUR 5,400, costs EUR 4,000.", {"Revenue": "EUR 5,400", "costs": "EUR 4,000"}),
        ("Churn was 2 %.", {"Churn": "2 %"}),
        ("Uptime 99.95 % after the move.", {"Uptime": "99.95 %"}),
        ("Error rate 2.1 % (before: 1.7 %).", {"Error rate": "2.1 % (before: 1.7 %)"}),
    ],
)
def test_what_is_gone_is_no_figure(content: str, expected: dict[str, str]) -> None:
    """What only was is none, nor a value before another of something else; of a report alone `was` tells no past."""
    assert figures_of(content) == expected


def test_both_values_are_one_clause() -> None:
    """Which tells figures alone."""
    sentence = "Orders 412, page load 2.8 s before the switch, 1.1 s after it"
    assert list(figure_clauses(sentence)) == ["Orders 412", "page load 2.8 s before the switch, 1.1 s after it"]
    assert tells_figures_alone("Page load 2.8 s before, 1.1 s after.")


@pytest.mark.parametrize("unit", ["Latency 4 ms before, ", "a b c d 4 before ", "was 4 and is ", "4 5 6 ", "x was 4, "])
def test_long_lines_take_linear_time(unit: str) -> None:
    """Whatever is repeated in them."""
    assert is_linear(lambda text: (moved_figure(text), is_past_alone(text), list(figure_clauses(text))), unit)
