"""A text as it is read: without the marks by which Markdown or HTML sets words off."""

import re
from bisect import bisect_right

# A pair around what neither begins nor ends with a space, and stands in no word: `**it**`, not `2 * 3` or `a_b_c`.
_PAIR = re.compile(r"(?<![\w*_~])(\*{1,3}|_{1,3}|~~)(?=[^\s*_~])[^\n]{0,300}?(?<=[^\s*_~])(\1)(?![\w*_~])")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|code|mark)>", re.I)


class AsRead:
    """`text` is what a reader sees of the `written` one."""

    def __init__(self, written: str) -> None:
        marks = [pair.span(mark) for pair in _PAIR.finditer(written) for mark in (1, 2)]
        tags = [tag.span() for tag in _TAG.finditer(written)]
        parts, self._starts, self._shifts, end, length = list[str](), [0], [0], 0, 0
        for start, after in sorted(marks + tags):
            parts.append(written[end:start])
            length += start - end
            end = after
            self._starts.append(length)
            self._shifts.append(end - length)
        self.text = "".join([*parts, written[end:]])
        self.is_written_so = not marks and not tags

    def written(self, place: int) -> int:
        """Where what stands at `place` of the text stands in the written one, behind the marks there."""
        return place + self._shifts[bisect_right(self._starts, place) - 1]
