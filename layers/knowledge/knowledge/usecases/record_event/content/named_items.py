"""The items of an array in a report, told apart by what names each: the alerts of two hosts, the states of two jobs."""

import re
from typing import Any

from knowledge.text.strings import one_line
from knowledge.usecases.record_event.content.moments import moment

NAMES = 2  # texts that name an item: the alert and its host; what else it says may be otherwise the next time
PROSE = 5  # words; a shorter value means little without its name
PART = re.compile(r"`[^`]*`|[^.]+")  # of a path; the name of an item is one, with its points

_STATES = r"(?:status|state|result|outcome|conclusion)"
_READ = re.compile(rf"value|{_STATES}", re.I)
_BELOW_NAME = re.compile(rf".*`\.(?:value|(?P<state>{_STATES}))", re.I | re.S)
# What is another at the next report, what a value is measured in, and what names an item for programs alone.
_NO_NAME = re.compile(rf"value|{_STATES}|unit|currency|severity|level|priority|(?:.*[_-])?id", re.I | re.S)
_NO_WORDS = re.compile(r"-?\d+(?:[.,]\d+)*\s?\S{0,3}|[0-9a-f]{7,}|.*://.*", re.S)  # a figure, a hash, an address
_HOST = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?")


def named(item: Any) -> Any:
    """An item with its value and its state below its name: `{"name", "host", "`disk db-1`": {"value", "status"}}`.

    What has no name, or neither of both, stays as it is.
    """
    if not isinstance(item, dict) or not (read := [key for key in item if _READ.fullmatch(str(key))]):
        return item
    texts = [one_line(value) for key, value in item.items() if isinstance(value, str) and _is_name(str(key), value)]
    if not texts:
        return item
    below, others = {key: item[key] for key in read}, {key: item[key] for key in item if key not in read}
    if isinstance(below.get("value"), str | int | float) and isinstance(others.get("unit"), str):
        below["value"] = f"{below['value']} {others.pop('unit')}"
    return {**others, f"`{' '.join(texts[:NAMES]).replace('`', '')}`": below}


def is_below_name(path: str) -> bool:
    """Whether a path ends with the value or the state of a named item."""
    return bool(_BELOW_NAME.fullmatch(path))


def is_state(path: str) -> bool:
    """Whether it ends with the state of one."""
    below = _BELOW_NAME.fullmatch(path)
    return bool(below and below["state"])


def _is_name(key: str, value: str) -> bool:
    is_word = _HOST.fullmatch(value) or not (_NO_WORDS.fullmatch(value) or moment(value))
    return bool(0 < len(value.split()) < PROSE and is_word and not _NO_NAME.fullmatch(key))
