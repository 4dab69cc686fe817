"""Prose out of markdown: paragraphs as lists of sentences, without code blocks, tables and headings."""

import re

from knowledge.transcripts.elements import without_elements

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.M | re.S)
_OPENING, _CLOSING = re.compile(r"^<(\w+)>", re.M), re.compile(r"^</(\w+)>", re.M)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_NOISE = re.compile(r"\s*(?:#{1,6}\s|\||>|\$ |diff --git|[+-]{3} |@@ |Traceback|File \"|[=\-_*~]{3,})")
_END = re.compile(r"(?<=[.!?])[\"')\]*]*\s+(?=[\"'(\[*]*[A-Z`_])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|ca)\.$", re.I)
_EMPHASIS = re.compile(
    r"\*\*(?=\S)([^*`\n]{1,200})(?<=\S)\*\*|(?<![\w*`])\*(?=[^\s*])([^*`\n]{1,200})(?<=\S)\*(?![\w*`])"
)
# Longer than any learning: what is not closed by then is no sentence.
_MAX_SENTENCE = 600


def paragraphs(text: str) -> list[list[str]]:
    """The sentences of each paragraph or list item, in order."""
    return [found for block in _blocks(without_code(text)) if (found := sentences(block))]


def without_code(text: str) -> str:
    """The text without fenced code and without whole elements such as `<output>…</output>`."""
    return without_elements(_FENCE.sub("\n\n", text), _OPENING, _CLOSING, "\n\n")


def item(line: str) -> str | None:
    """What stands in a list item's first line; None where the line begins none."""
    found = _ITEM.match(line)
    return line[found.end() :] if found else None


def is_noise(line: str) -> bool:
    """Whether the line is a table's, a heading's, a diff's or a traceback's rather than prose."""
    return bool(_NOISE.match(line))


def sentences(block: str) -> list[str]:
    """The sentences of one paragraph; abbreviations do not end one."""
    block = _EMPHASIS.sub(lambda m: m[1] or m[2], " ".join(block.split()))
    found: list[str] = []
    for piece in _END.split(block):
        if (
            found
            and len(found[-1]) < _MAX_SENTENCE
            and (_ABBREVIATION.search(found[-1][-8:]) or found[-1].count("`") % 2)
        ):
            found[-1] += " " + piece
        elif piece:
            found.append(piece)
    return found


def _blocks(text: str) -> list[str]:
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        rest = item(line)
        if not line.strip() or is_noise(line):
            blocks.append([])
        elif rest is not None:
            blocks.append([rest])
        else:
            blocks[-1].append(line)
    return [" ".join(lines) for lines in blocks if lines]
