"""When something happened."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from knowledge.usecases.record_event.content.moments import moment, reported_moment
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from pydantic import ValidationError

NOON = datetime(2026, 10, 5, 12, tzinfo=UTC)


def event(**fields: Any) -> Event:
    return Event.model_validate({"kind": "integration", "event_id": "e", "content": "Flour came.", **fields})


@pytest.mark.parametrize(
    "given",
    [
        "2026-10-05T12:00:00Z",
        "2026-10-05T14:00+02:00",
        " 2026-10-05 12:00 ",
        1791201600,
        "1791201600",
        1791201600000,
        1791201600.25,
        "1791201600.000100",
    ],
)
def test_a_time_is_read(given: Any) -> None:
    """In ISO 8601, or in seconds or milliseconds since 1970, as a number or a text."""
    read = moment(given)
    assert read is not None and read.replace(microsecond=0) == NOON
    assert cleaned(event(metadata={"occurred_at": given})).at == NOON


@pytest.mark.parametrize(
    "given",
    ["05.10.2026", "16/10/2026", "yesterday", "last Tuesday", "2026-13-45", "", 12345, "12345", 7.5, True, [1], {}],
)
def test_a_time_that_is_none_is_refused(given: Any) -> None:
    """It is not taken as today; the refusal says what a time looks like."""
    assert moment(given) is None
    with pytest.raises(ValidationError, match="occurred_at should be a time, as in 2026-12-01"):
        event(metadata={"occurred_at": given})


@pytest.mark.parametrize(
    "fields", ["date: 2026-10-05", "date: 2025-01-01\nlastmod: 2026-10-05", "created: 2026-10-05T00:00:00Z"]
)
def test_a_document_tells_its_day(fields: str) -> None:
    """In its front matter: an old one that was imported late overruled the newer one. What the caller says counts."""
    content = f"---\ntitle: Flour\n{fields}\n---\nFlour came."
    assert cleaned(event(content=content)).at == NOON.replace(hour=0)
    assert cleaned(event(content=content, metadata={"occurred_at": "2026-10-05T12:00:00Z"})).at == NOON


@pytest.mark.parametrize("ahead", [timedelta(days=368), timedelta(days=900), timedelta(days=60_000)])
def test_nothing_has_happened_more_than_a_year_ahead(ahead: timedelta) -> None:
    """A year mistyped would make what is said from now on the older news; a rehearsal may have a clock of its own."""
    now = datetime.now(UTC)
    with pytest.raises(ValidationError, match="is more than a year ahead"):
        event(metadata={"occurred_at": (now + ahead).isoformat()})
    assert event(metadata={"occurred_at": None}) and event()


@pytest.mark.parametrize("ahead", [timedelta(days=2), timedelta(days=360)])
def test_a_day_up_to_a_year_ahead_is_the_events(ahead: timedelta) -> None:
    """Whoever plays with a clock of one's own finds each event on its day; measured before: all were of today."""
    then = (datetime.now(UTC) + ahead).replace(microsecond=0)
    assert cleaned(event(metadata={"occurred_at": then.isoformat()}, content={"date": "2026-01-05"})).at == then


@pytest.mark.parametrize(
    "given",
    ["Mon, 05 Oct 2026 12:00:00 GMT", "5 Oct 2026 14:00:00 +0200", "2026-10-05 12:00:00 UTC", "2026-10-05T12:00:00.5Z"],
)
def test_webhooks_have_forms_of_their_own(given: str) -> None:
    """Those of e-mail and HTTP, of Ruby, and with fractions of a second."""
    read = reported_moment(given)
    assert read is not None and read.replace(microsecond=0) == NOON
    assert cleaned(event(content={"created_at": given, "orders": 3})).at == NOON


@pytest.mark.parametrize("given", ["next week", "Monday", "99 Oct 2026 12:00:00", "2199-01-01", 12345])
def test_what_a_body_says_of_no_time_or_of_one_to_come_is_none(given: Any) -> None:
    """The `date` of a booking is when it is for: the event is of now."""
    assert reported_moment(given) is None
    assert datetime.now(UTC) - cleaned(event(content={"date": given, "guests": 3})).at < timedelta(minutes=1)
