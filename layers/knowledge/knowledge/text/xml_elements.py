"""Elements such as `<output>…</output>` out of a text, in time linear in its length."""

import re
from bisect import bisect_left
from collections import defaultdict


def without_elements(text: str, opening: re.Pattern[str], closing: re.Pattern[str], filler: str = "") -> str:
    """`text` with `filler` for each element, from an opening to the next closing of the same name (group 1 of both).

    What is never closed stays as it is. Each closing is found once, not once for every opening.
    """
    closings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for close in closing.finditer(text):
        closings[close[1]].append(close.span())
    outside: list[str] = []
    position = 0
    for begin in opening.finditer(text) if closings else ():
        ends = closings.get(begin[1], [])
        index = bisect_left(ends, (begin.end(), 0))
        if begin.start() >= position and index < len(ends):
            outside += [text[position : begin.start()], filler]
            position = ends[index][1]
    return "".join([*outside, text[position:]])
