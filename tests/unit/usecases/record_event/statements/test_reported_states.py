"""The state that a service reports."""

from typing import Any

import pytest
from knowledge.usecases.record_event.content.sanitizing import cleaned, status
from knowledge.usecases.record_event.models import Event, Occurrence
from knowledge.usecases.record_event.statements.reported_states import of_version, releases, reported_state


def report(content: dict[str, Any], kind: str = "deployment") -> Occurrence:
    fields = {"kind": "integration", "event_id": "e", "content": content, "metadata": {"type": kind}}
    return cleaned(Event.model_validate(fields))


@pytest.mark.parametrize(
    ("content", "state"),
    [
        ({"service": "api", "version": "2.4.1", "status": "ok"}, "api deployment 2.4.1: ok"),
        ({"service": "api", "status": "failed", "error": "no disk"}, "api deployment: failed (no disk)"),
        ({"provider": "stripe", "amount": 9, "currency": "EUR", "status": "paid"}, "stripe deployment of 9 EUR: paid"),
    ],
)
def test_a_state_is_told_with_what_it_is_the_state_of(content: dict[str, Any], state: str) -> None:
    """A version, an amount, and the error behind it."""
    event = report(content)
    assert reported_state(event, status(event.text, event.metadata)) == state


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        ("succeeded", {"Live version of api": "2.4.1"}),
        ("failed", {"Last failure of api": "2.4.1, the migration of the orders table timed out"}),
        ("unsuccessful", {}),
        ("pending", {}),
    ],
)
def test_what_succeeded_is_live_and_what_failed_is_not(state: str, lines: dict[str, str]) -> None:
    """What is about to be, or ended in a way that is not known, is neither."""
    error = {"error": "the migration of the orders table timed out"} if state == "failed" else {}
    event = report({"service": "api", "version": "2.4.1", "status": state, **error})
    assert releases(event, "api") == lines


def test_a_figure_of_a_release_has_its_version() -> None:
    """One of a report without a version, or with a note, stands as it is."""
    released = report({"service": "api", "version": "2.4.1", "status": "ok"})
    figures = {"seconds": "312", "rate": "4 % (of 88)"}
    assert of_version(released, figures) == {"seconds": "312 (2.4.1)", "rate": "4 % (of 88)"}
    assert of_version(report({"service": "api", "status": "ok"}), figures) == figures
