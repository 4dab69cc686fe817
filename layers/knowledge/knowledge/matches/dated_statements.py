"""What the passages of files say, statement by statement, each with the day on which it was said."""

import re
from collections.abc import Iterator
from functools import lru_cache

from knowledge.matches.models import Match
from knowledge.text.sentences import sentences
from knowledge.text.statements import entry_lines, marks

DAY = re.compile(r"\((\d{4}-\d{2}-\d{2})\)")  # `… (2026-02-03)`: behind a statement
STATUS = "Status: "  # what the product notes of a decision
_RECORD = re.compile(r"/decisions/(\d{4}-\d{2}-\d{2})-")  # the file of a decision: …/decisions/2026-02-03-queue.md
SAYING = 4  # words behind a label that say something without it
LINK = re.compile(r"\[\[[^][\n]*\]\]")


def statements(match: Match) -> tuple[tuple[str, str], ...]:
    """The statements of a passage that still hold, each with its day; what tells no day is passed over.

    Headings, titles and what the product notes of an entry state nothing.
    """
    return _statements(match.learning, _day_of(match))


@lru_cache(maxsize=1_024)  # passages are found again, and read twice for a question
def _statements(text: str, day: str) -> tuple[tuple[str, str], ...]:
    return tuple(_lines(text, day))


def _lines(text: str, day: str) -> Iterator[tuple[str, str]]:
    title = ""
    for line in text.splitlines():
        if heading := entry_lines.read_heading(line):
            day, title = heading
        elif not line.startswith(("#", STATUS)) and not entry_lines.is_noted(line) and line != title:
            yield from _of_line(line, day)


def _of_line(line: str, day: str) -> Iterator[tuple[str, str]]:
    own = DAY.search(line)
    yield from marks.since(line)
    if own or day:
        plain = marks.without_ended(LINK.sub(" ", marks.unmarked(DAY.sub(" ", line))))
        yield from ((sentence, own[1] if own else day) for sentence in sentences(plain.lstrip("- ")))


def without_label(statement: str) -> str:
    """What stands behind the label, where that says something by itself: a value does not."""
    rest = statement.partition(": ")[2]
    return rest if len(rest.split()) >= SAYING else statement


def says_no_more(match: Match, shown: str) -> bool:
    """Whether all statements of a dated passage stand in what is shown already, be it without their labels."""
    stated = [text for text, _ in statements(match)]
    return bool(stated) and all(text in shown or without_label(text) in shown for text in stated)


def is_record(match: Match) -> bool:
    """Whether it is of the record of a decision."""
    return bool(match.source and _RECORD.search(match.source.path))


def _day_of(match: Match) -> str:
    """The day of the event whose words it holds, or of the decision that it records."""
    headings = match.source.breadcrumb if match.source else []
    recorded = _RECORD.search(match.source.path) if match.source else None
    return next(
        (dated[0] for heading in headings if (dated := entry_lines.read_heading(heading))),
        recorded[1] if recorded else "",
    )
