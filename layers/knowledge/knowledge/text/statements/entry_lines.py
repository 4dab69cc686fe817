"""The lines by which entries of descriptions are told apart: headings and fields, written and read here alone."""

import re
from datetime import datetime

# The fields by which an entry is known again; and all that state nothing: what Reason and Details say was said.
KEYS = ("Event", "Run", "Reports")
_NOTED = (*KEYS, "Type", "Period", "Tests", "Dependencies")
_HEADING = re.compile(r"(?:#{1,6} )?(\d{4}-\d{2}-\d{2}) — (.*)")
_IS_NOTED = re.compile(rf"- \*\*(?:{'|'.join(_NOTED)})\*\*:")
_LEAD = re.compile(r"(?:- )?(?:\*\*(?:Reason|Details)\*\*: )?")


def dated_heading(at: datetime, title: str) -> str:
    """The heading of an entry, without the mark before it."""
    return f"{at:%Y-%m-%d} — {title}"


def read_heading(line: str) -> tuple[str, str] | None:
    """The day and the title of an entry's heading, with or without the mark before it; None of another line."""
    heading = _HEADING.fullmatch(line)
    return (heading[1], heading[2]) if heading else None


def field(name: str, value: str) -> str:
    """A field of an entry."""
    return f"- **{name}**: {value}"


def is_noted(line: str) -> bool:
    """Whether the line is a field that states nothing."""
    return bool(_IS_NOTED.match(line))


def without_lead(line: str) -> str:
    """What a line says, without its bullet and the name of a field that states something."""
    return _LEAD.sub("", line, count=1)
