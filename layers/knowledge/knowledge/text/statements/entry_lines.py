"""What stands around statements in files: labels, headings and fields, written and read here alone."""

import re
from datetime import datetime

# The fields by which an entry is known again; and all that state nothing: what Reason and Details say was said.
KEYS = ("Event", "Run", "Reports")
_NOTED = (*KEYS, "Type", "Period", "Tests", "Dependencies")
# What a language model may say that a statement is; older files label facts and states, too.
LABEL = r"(?:Decision|Requirement|Finding|Metric|Progress|Technology|Fact|Status):"
_LABEL, _BINDS = re.compile(rf"{LABEL}(?: |$)"), re.compile(r"(?:- )?(?:Decision|Requirement): ")
_HEADING = re.compile(r"(?:#{1,6} )?(\d{4}-\d{2}-\d{2}) — (.*)")  # `## 2026-02-03 — Title`
_IS_NOTED = re.compile(rf"- \*\*(?:{'|'.join(_NOTED)})\*\*:")  # `- **Type**: …`
_LEAD = re.compile(r"(?:- )?(?:\*\*(?:Reason|Details)\*\*: )?")  # `- **Reason**: `


def labelled(says: str, text: str) -> str:
    """A statement behind the word for what it is."""
    return f"{says.capitalize()}: {text}"


def unlabelled(text: str) -> str:
    """A statement without the word for what it is."""
    label = _LABEL.match(text)
    return text[label.end() :] if label else text


def undecided(line: str) -> str:
    """A summary's line that is no decision."""
    return re.sub(r"^- Decision: ", "- ", line)


def binds(line: str) -> bool:
    """Whether a summary's line is labelled as what binds."""
    return bool(_BINDS.match(line))


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
