"""Prose out of markdown: paragraphs as lists of sentences, without code blocks, tables and headings."""

import re

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.M | re.S)
_TAG_BLOCK = re.compile(r"^<(\w+)>.{0,20000}?^</\1>", re.M | re.S)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_NOISE = re.compile(r"\s*(?:#{1,6}\s|\||>|\$ |diff --git|[+-]{3} |@@ |Traceback|File \"|[=\-_*~]{3,})")
_END = re.compile(r"(?<=[.!?])[\"')\]*]*\s+(?=[\"'(\[*]*[A-Z`_])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|ca)\.$", re.I)
_EMPHASIS = re.compile(
    r"\*\*(?=\S)([^*`\n]{1,200})(?<=\S)\*\*|(?<![\w*`])\*(?=[^\s*])([^*`\n]{1,200})(?<=\S)\*(?![\w*`])"
)
_MAX_SENTENCE = 2000


def paragraphs(text: str) -> list[list[str]]:
    """The sentences of each paragraph or list item, in order."""
    text = _TAG_BLOCK.sub("\n\n", _FENCE.sub("\n\n", text))
    return [found for block in _blocks(text) if (found := sentences(block))]


def sentences(block: str) -> list[str]:
    """The sentences of one paragraph; abbreviations do not end one."""
    block = _EMPHASIS.sub(lambda m: m[1] or m[2], " ".join(block.split()))
    found: list[str] = []
    for piece in _END.split(block):
        if found and len(found[-1]) < _MAX_SENTENCE and (_ABBREVIATION.search(found[-1]) or found[-1].count("`") % 2):
            found[-1] += " " + piece
        elif piece:
            found.append(piece)
    return found


def _blocks(text: str) -> list[str]:
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        item = _ITEM.match(line)
        if not line.strip() or _NOISE.match(line):
            blocks.append([])
        elif item:
            blocks.append([line[item.end() :]])
        else:
            blocks[-1].append(line)
    return [" ".join(lines) for lines in blocks if lines]
