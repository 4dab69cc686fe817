"""A long text of no known form in pieces that are read and quoted one by one."""

from collections.abc import Iterator

# Characters: what a language model is shown whole of a turn that nobody said.
PIECE = 1500
# Where a text parts, the best first: above a heading, after a blank line, an element of JSON, a line, a word.
_PARTINGS = (("\n#", 1), ("\n\n", 2), ("},\n", 3), ("\n", 1), (" ", 1))


def pieces(text: str, size: int = PIECE) -> Iterator[str]:
    """The text in pieces of at most `size` characters, all of it in order; none of a blank text."""
    start = 0
    while len(text) - start > size:
        end = _end(text, start, start + size)
        yield from filter(str.strip, [text[start:end]])
        start = end
    yield from filter(str.strip, [text[start:]])


def _end(text: str, start: int, limit: int) -> int:
    """The place to cut at: the last of the best kind in the second half; where none is, the limit."""
    for mark, length in _PARTINGS:
        at = text.rfind(mark, (start + limit) // 2, limit - length + 1)
        if at >= 0:
            return at + length
    return limit
