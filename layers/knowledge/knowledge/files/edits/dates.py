"""The day that a bullet or a heading of a log starts with, and that a statement ends with."""

import re

_DAY = re.compile(r"(?:- )?(\d{4}-\d{2}-\d{2})(?::| —) ")  # `- 2026-02-03: …` and `2026-02-03 — …`
_DAY_BEHIND = re.compile(r" \((\d{4}-\d{2}-\d{2})\)(?= \[\[| \(|$)")  # a link or a mark may follow


def is_later(line: str, other: str) -> bool:
    """Whether both tell a day, the first the later one."""
    day, another = (_DAY.match(text) or _DAY_BEHIND.search(text) for text in (line, other))
    return bool(day and another and day[1] > another[1])
