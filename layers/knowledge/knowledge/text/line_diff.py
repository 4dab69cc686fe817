"""Two texts → a unified diff, in time that grows with their lines: that of `difflib` alone grows with their square."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import takewhile

MOST_PAIRS = 1_000_000  # of lines, compared between two anchors, and four times as many in all: a second at most
NO_NEWLINE = "\\ No newline at end of file\n"

Lines = Sequence[str]
Area = tuple[int, int, int, int]  # lines of the old text, from and to, and of the new one


def unified(old: str, new: str, old_name: str, new_name: str) -> str:
    """A diff that `patch` takes; '' where they are the same. Where much is rewritten it may not be the shortest."""
    if old == new:
        return ""
    one, two = _lines(old), _lines(new)
    lines = [f"--- {old_name}\n", f"+++ {new_name}\n"]
    for hunk in _AnchoredMatcher(one, two).get_grouped_opcodes():
        (_, first, _, begun, _), (_, _, last, _, ended) = hunk[0], hunk[-1]
        lines.append(f"@@ -{_range(first, last)} +{_range(begun, ended)} @@\n")
        for kind, start, end, at, to in hunk:
            if kind == "equal":
                lines += [f" {line}" for line in one[start:end]]
                continue
            lines += [f"-{line}" for line in one[start:end]]
            lines += [f"+{line}" for line in two[at:to]]
    return "".join(line if line.endswith("\n") else f"{line}\n{NO_NEWLINE}" for line in lines)


def _lines(text: str) -> list[str]:
    """The lines with what ends them, which is for `patch` nothing but a line feed."""
    *ended, last = text.split("\n")
    return [*(f"{line}\n" for line in ended), *filter(None, [last])]


def _range(start: int, end: int) -> str:
    """As `diff` counts: from 1, the length left out where it is 1, and of none the line before."""
    length = end - start
    return f"{start + 1}" if length == 1 else f"{start + bool(length)},{length}"


class _AnchoredMatcher(SequenceMatcher[str]):
    """Compares line with line only between anchors: lines that both texts have once, in the same order."""

    def __init__(self, one: Lines, two: Lines) -> None:
        super().__init__(None, one, two, autojunk=False)
        self._one, self._two = one, two

    def get_matching_blocks(self) -> list[Match]:
        """What both have, in order, and the end, as the base class has it."""
        blocks: list[Match] = []
        for block in _blocks(self._one, self._two):
            before = blocks[-1] if blocks else Match(0, 0, 0)
            if (before.a + before.size, before.b + before.size) == (block.a, block.b):
                blocks[-1:] = [Match(before.a, before.b, before.size + block.size)]
            else:
                blocks.append(block)
        return [*blocks, Match(len(self._one), len(self._two), 0)]


def _blocks(one: Lines, two: Lines) -> Iterator[Match]:
    begin = _same(one, two)
    most = min(len(one), len(two)) - begin
    end = min(most, _same(one[::-1], two[::-1]))
    yield Match(0, 0, begin)
    left = 4 * MOST_PAIRS
    for start, stop, at, to in _gaps(one, two, (begin, len(one) - end, begin, len(two) - end)):
        pairs = (stop - start) * (to - at)
        if pairs <= min(left, MOST_PAIRS):
            left -= pairs
            inner = SequenceMatcher(None, one[start:stop], two[at:to], autojunk=False).get_matching_blocks()
            yield from (Match(start + block.a, at + block.b, block.size) for block in inner[:-1])
        if stop < len(one) - end:
            yield Match(stop, to, 1)
    yield Match(len(one) - end, len(two) - end, end)


def _same(one: Lines, two: Lines) -> int:
    """How many lines are the same from the beginning on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def _gaps(one: Lines, two: Lines, area: Area) -> Iterator[Area]:
    """What of the area stands before, between and behind its anchors, each of which is one line."""
    start, stop, at, to = area
    for line, other in _anchors(one, two, area):
        yield start, line, at, other
        start, at = line + 1, other + 1
    yield start, stop, at, to


def _anchors(one: Lines, two: Lines, area: Area) -> list[tuple[int, int]]:
    """The most lines that both have once there, and in one order: the longest rising run (patience sorting)."""
    start, stop, at, to = area
    counts, others = Counter(one[start:stop]), Counter(two[at:to])
    places = {two[place]: place for place in range(at, to)}
    once = [(line, places[one[line]]) for line in range(start, stop) if counts[one[line]] == others[one[line]] == 1]
    ends: list[int] = []  # the lowest last place of a run of each length, and which pair that is
    last: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(once):
        length = bisect_left(ends, place)
        ends[length : length + 1], last[length : length + 1] = [place], [number]
        before.append(last[length - 1] if length else -1)
    run: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        run.append(once[number])
        number = before[number]
    return run[::-1]
