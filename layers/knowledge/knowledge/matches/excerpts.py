"""The lines of a passage that are about the question."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from knowledge.text.prompt_block import HEADING
from knowledge.text.sentences import item, sentences
from knowledge.text.statements.entry_lines import is_noted
from knowledge.text.strings import one_line

GAP = "…"
_HEADING = re.compile(r"#{2,6}\s+(\S.*)")  # one `#` alone may begin a comment in code


def excerpt(passage: str, terms: Sequence[str], most: int, further: int = 0, heading: str = "") -> str:
    """The passage in about `most` characters: the sentences that hold most of the terms, and what follows them.

    In `further` characters stands what comes next in the text, then what comes before.

    `terms` are stems in lower case, as search matched them, the rarest first. A sentence that is too long by itself is
    given whole. Headings are text where they say something, but for the `heading` that is told beside it.
    """
    units = [unit for line in _lines(passage, terms, heading) for unit in _units(line)]
    whole = "\n".join(units)
    if not re.search(r"\w", whole):
        return passage
    if sum(map(len, units)) <= most + further:
        return whole
    first, last = _best_run(units, terms, most)
    if further:
        first, last = _lengthened([0, *accumulate(map(len, units))], first, last, most + further)
    gaps = GAP if first else "", GAP if last < len(units) else ""
    return "\n".join(filter(None, [gaps[0], *units[first:last], gaps[1]]))


def _lines(passage: str, terms: Sequence[str], heading: str) -> Iterator[str]:
    """The passage's lines; of its headings, without their marks, those that hold a term, or are longer than what a
    provenance tells of one: what somebody said. Not what stands at more length below, nor what the product notes."""
    for line in passage.splitlines():
        if is_noted(line):
            continue
        title = headed[1].strip() if (headed := _HEADING.match(line)) else ""
        if not line.startswith("#"):
            yield line
        elif title != heading and (len(title) > HEADING or _held(title, terms)) and not _is_repeated(title, passage):
            yield title if title[-1] in ".!?:…" else f"{title}:"


def _is_repeated(title: str, passage: str) -> bool:
    """Whether it stands below, too: one that was cut off by its beginning, since its end may be parted otherwise."""
    return one_line(passage).count(title[:HEADING] if title.endswith(GAP) else one_line(title)) > 1


def _units(line: str) -> list[str]:
    """A line's sentences; a row of a table or a line of code is one."""
    return [line] if line.startswith(("|", " ", "\t", "`")) else sentences(item(line) or line)


def _best_run(units: Sequence[str], terms: Sequence[str], most: int) -> tuple[int, int]:
    """The run of units, as long as it fits, that holds the most of the terms; of equals one that begins with a term."""
    ends = [0, *accumulate(map(len, units))]
    runs = [(first, _end(ends, first, most)) for first in range(len(units))]
    held = [_held(unit, terms) for unit in units]
    return max(runs, key=lambda run: (_held("\n".join(units[slice(*run)]), terms), held[run[0]] > 0, -run[0]))


def _lengthened(ends: Sequence[int], first: int, last: int, most: int) -> tuple[int, int]:
    """The run with what comes next, then with what comes before, as long as it fits."""
    last = max(last, _end(ends, first, most))
    return next((at for at in range(first) if ends[last] - ends[at] <= most), first), last


def _end(ends: Sequence[int], first: int, most: int) -> int:
    fitting = [last for last in range(first + 1, len(ends)) if ends[last] - ends[first] <= most]
    return fitting[-1] if fitting else first + 1


def _held(text: str, terms: Sequence[str]) -> float:
    """How many of the terms it holds, each counting the less, the more common it is."""
    lowered = text.lower()
    return sum(1 / (rank + 1) for rank, term in enumerate(terms, start=1) if term in lowered)
