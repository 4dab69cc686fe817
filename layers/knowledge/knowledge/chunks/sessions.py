"""On which day, and by whom, what a chunk holds was said: words by which it is found, which its text may lack."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from pathlib import PurePosixPath

from knowledge.chunks.balancing import Range
from knowledge.text import frontmatter, markdown
from knowledge.text.statements import days

# Who speaks, before what is said: `Miriam: …`, `**Dr. Vogel**: …`
_LABEL = re.compile(
    r"^[*_]{0,2}(?P<name>[^\W\d_a-z][\w.'’-]{0,30}(?: [\w.'’-]{1,20}){0,2})[*_]{0,2}:[*_]{0,2}[ \t]+(?=\S)", re.M
)
_SPEAKERS = 2  # who speak more than once, from which on labels are those of a talk


@dataclass(frozen=True)
class _Mark:
    """What holds from a place of the text on, up to the next mark of its rank or a higher one."""

    start: int
    rank: int
    day: date | None = None
    speaker: str | None = None


def stated_day(path: str, fields: frontmatter.Fields) -> date | None:
    """The day that the `date` of front matter states, or else the file's name begins with."""
    stated = days.first_day(str(fields.get("date") or ""))
    return stated or next((day for _, day in days.line_days(PurePosixPath(path).name)), None)


def session_days(
    spans: Sequence[Range], blocks: Sequence[markdown.Block], content: str, stated: date | None
) -> Iterator[date | None]:
    """For each span the day that its headings name, or else what is stated of the file, or else the lines before it.

    Of several that a span holds, the first.
    """
    headings = [_Mark(block.start, block.rank, days.first_day(block.title)) for block in blocks if block.is_heading]
    opened = [_Mark(start, markdown.BLOCK, day) for start, day in days.line_days(content)]
    lines = _below_headings(blocks, opened)
    for by_heading, by_line in zip(_marks(spans, headings), _marks(spans, lines), strict=True):
        yield _day(*by_heading) or stated or _day(*by_line)


def speakers(spans: Sequence[Range], blocks: Sequence[markdown.Block], content: str) -> Iterator[str | None]:
    """For each span who says all of it, where that stands before it and not in it."""
    labels = [(match.start(), match["name"]) for match in _LABEL.finditer(content)]
    again = {name for name, count in Counter(name for _, name in labels).items() if count > 1}
    spoken = [_Mark(start, markdown.BLOCK, speaker=name) for start, name in labels if name in again]
    marks = _below_headings(blocks, spoken if len(again) >= _SPEAKERS else [])
    for (start, _), (before, within) in zip(spans, _marks(spans, marks), strict=True):
        goes_on = before and before[-1].start < start and not within
        yield before[-1].speaker if goes_on else None


def _below_headings(blocks: Sequence[markdown.Block], marks: Sequence[_Mark]) -> list[_Mark]:
    """The marks of lines outside of code and tables, and the headings, at which they end."""
    starts = [block.start for block in blocks]
    quoted = {mark for mark in marks if (at := bisect_left(starts, mark.start + 1)) and blocks[at - 1].whole}
    headings = [_Mark(block.start, block.rank) for block in blocks if block.is_heading]
    return sorted([*headings, *(mark for mark in marks if mark not in quoted)], key=attrgetter("start"))


def _marks(spans: Sequence[Range], marks: Sequence[_Mark]) -> Iterator[tuple[list[_Mark], Sequence[_Mark]]]:
    """For each span the marks that hold where it begins, the innermost last, and those behind its beginning."""
    holding, place = list[_Mark](), 0
    for start, end in spans:
        while place < len(marks) and marks[place].start <= start:
            holding = [*(mark for mark in holding if mark.rank < marks[place].rank), marks[place]]
            place += 1
        yield holding, marks[place : bisect_left(marks, end, key=attrgetter("start"))]


def _day(holding: Sequence[_Mark], within: Sequence[_Mark]) -> date | None:
    return next((mark.day for mark in [*reversed(holding), *within] if mark.day), None)
