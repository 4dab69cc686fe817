"""The day that a bullet or a heading of a log starts with."""

import re

_DAY = re.compile(r"(?:- )?(\d{4}-\d{2}-\d{2})(?::| —) ")


def is_later(line: str, other: str) -> bool:
    """Whether both start with a day, and the first with the later one."""
    day, another = _DAY.match(line), _DAY.match(other)
    return bool(day and another and day[1] > another[1])
