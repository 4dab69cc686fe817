"""A text cut into runs that fit into a file each: where its own structure, or what was said on a day, ends."""

import re
from collections.abc import Sequence
from itertools import accumulate
from operator import itemgetter

from knowledge.files.splitting import naming
from knowledge.text import markdown

_NEW_LINES = re.compile(r"\n+")


def slices(text: str, room: int, first: int | None = None, blocks: Sequence[markdown.Block] | None = None) -> list[str]:
    """The text cut into runs of at most `room` characters, which joined are the text; the first has at most `first`.

    Cuts at the highest heading in reach, else between blocks, else between items, of two days where there are such,
    else between lines, else between sentences, else between words, else anywhere; the later the better, and after the
    first quarter of the room where that is possible. A line that no run is too short for stays whole; so the first run
    may be longer, up to `room`.
    `blocks` are the text's, where they are known.
    """
    blocks = markdown.blocks(text) if blocks is None else blocks
    cut, start, passed, whole = [], 0, 0, room
    room = whole if first is None or len(text) <= whole else first
    while len(text) - start > room:
        while passed < len(blocks) and blocks[passed].start <= start:
            passed += 1
        reach = passed
        while reach < len(blocks) and blocks[reach].start <= start + room:
            reach += 1
        end = _best_end(text, start, room, whole, blocks[passed:reach])
        cut.append(text[start:end])
        start, room = end, whole
    return [*cut, text[start:]]


def parted_days(runs: Sequence[str]) -> int:
    """How often what was said on one day stands in two of the runs."""
    text = "".join(runs)
    return sum(not _begins_a_day(text, end) for end in accumulate(map(len, runs[:-1])))


def _best_end(text: str, start: int, room: int, whole: int, blocks: Sequence[markdown.Block]) -> int:
    if blocks:
        early = start + room // 4
        order = ((one.start < early, one.rank, not _begins_a_day(text, one.start), -one.start) for one in blocks)
        best = min(zip(order, blocks, strict=True), key=itemgetter(0))[1]
        if best.start >= start + room // 4:
            return best.start
    end = _line_end(text, start, room, whole)
    if end:
        return end
    for mark in (". ", " "):
        place = text.rfind(mark, start + room // 4, start + room)
        if place >= 0:
            return place + len(mark)
    return blocks[-1].start if blocks and blocks[-1].rank <= markdown.BLOCK else start + room


def _begins_a_day(text: str, at: int) -> bool:
    """Whether the line there was said on another day than the one before: what was said at once stays together."""
    before, after = text[text.rfind("\n", 0, at - 1) + 1 : at], text[at : text.find("\n", at) + 1 or len(text)]
    days = [naming.DAY_BEHIND.findall(line)[:1] for line in (before, after)]
    return all(days) and days[0] != days[1]


def _line_end(text: str, start: int, room: int, whole: int) -> int:
    """Behind the last line that ends in the room, or the one that is longer than that, or before it; else 0."""
    late, longer = (
        text.rfind("\n", start + room // 4, start + room),
        _NEW_LINES.search(text, start + room, start + whole),
    )
    early = text.rfind("\n", start + 1, start + room // 4) + 1
    is_line_short = (text.find("\n", early) + 1 or len(text)) <= early + whole
    return late + 1 or (longer.end() if longer else early if is_line_short else 0)
