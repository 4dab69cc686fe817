"""When something happened: as a request says it, and in the forms in which webhooks send it."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

CLOCKS = timedelta(days=1)  # as far as clocks, and local times without a zone, may be before ours
# A caller may live in a time of its own, as simulations and rehearsals do; further ahead a year is mistyped.
REHEARSED = timedelta(days=366)
_SECONDS = re.compile(r"\d{9,15}(?:\.\d{1,9})?")  # since 1970, or milliseconds; nothing before March 1973
_YEAR_5138 = 100_000_000_000  # in seconds; greater numbers are milliseconds
_LETTER_DATE = re.compile(r"(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d")  # as e-mails and HTTP have it
_ZONE = re.compile(r" ?(?:UTC|GMT)$")


def moment(given: Any) -> datetime | None:
    """The moment in UTC: in ISO 8601, or in seconds or milliseconds since 1970; None for what is no time."""
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        return None
    written = str(given).strip()
    try:
        if _SECONDS.fullmatch(written):
            number = float(written)
            return datetime.fromtimestamp(number / 1000 if number > _YEAR_5138 else number, UTC)
        return None if isinstance(given, int | float) else _in_utc(datetime.fromisoformat(written))
    except (ValueError, OverflowError, OSError):
        return None


def reported_moment(given: Any) -> datetime | None:
    """The same for a field of a webhook, also as in `Mon, 23 Nov 2026 10:00:00 GMT` and `2026-11-23 10:00:00 UTC`.

    A moment to come is when something is to happen, and not when it was told: None.
    """
    read = moment(given)
    if read is None and isinstance(given, str):
        read = _letter_date(given.strip()) or moment(_ZONE.sub("Z", given.strip()))
    return None if read is None or is_ahead(read, CLOCKS) else read


def is_ahead(given: datetime, by: timedelta) -> bool:
    """Whether the moment is later than now by more than that."""
    return given - datetime.now(UTC) > by


def _letter_date(written: str) -> datetime | None:
    try:
        return _in_utc(parsedate_to_datetime(written)) if _LETTER_DATE.match(written) else None
    except (ValueError, OverflowError):
        return None


def _in_utc(read: datetime) -> datetime:
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
