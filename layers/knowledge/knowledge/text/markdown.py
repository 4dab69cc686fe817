"""Where a Markdown text may be cut: its headings and blocks, by their place in the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BLOCK = 7  # the rank of a paragraph, list, table, fence...; headings have their level, 1 to 6
ITEM = 8  # the rank of what stands inside a list or quotation

_NEWLINE = re.compile(r"\r\n?|\n")  # what the parser takes for the end of a line
# A line that may be a heading, or what underlines one: a text without any has none.
_MAY_HEAD = re.compile(r"(?:^\ufeff?|[\r\n]) {0,3}(?:#|(?:=+|-+)[ \t]*(?:[\r\n]|$))")
_WHOLE = {"fence", "code_block", "table_open", "html_block"}
_INSIDE_TABLE = {"thead_open", "tbody_open", "tr_open", "th_open", "td_open"}


@dataclass(frozen=True)
class Block:
    """A part of the text that starts at character `start`, on a line of its own, and ends where the next starts."""

    start: int
    rank: int
    title: str = ""
    whole: bool = False

    @property
    def is_heading(self) -> bool:
        return self.rank < BLOCK


def blocks(text: str, skip: int = 0) -> list[Block]:
    """The headings and blocks of the text, in order, from `skip` on (the end of front matter), without a BOM.

    Takes CommonMark with tables. A heading inside a list, quotation, fence or comment is not one. `whole` marks
    tables, code and HTML, which lose their meaning when they are cut.
    """
    skip = max(skip, int(text.startswith("\ufeff")))
    starts = [skip, *(match.end() for match in _NEWLINE.finditer(text, skip))]
    tokens = _parser().parse(text[skip:])
    opened = [_block(tokens, place, starts) for place, token in enumerate(tokens) if _opens(token)]
    return list({block.start: block for block in reversed(opened)}.values())[::-1]


def headings(text: str, skip: int = 0) -> list[Block]:
    """The headings among its `blocks`."""
    return [block for block in blocks(text, skip) if block.is_heading] if _MAY_HEAD.search(text[skip:]) else []


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _opens(token: "Token") -> bool:
    return token.map is not None and token.type != "inline" and token.type not in _INSIDE_TABLE


def _block(tokens: Sequence["Token"], place: int, starts: Sequence[int]) -> Block:
    token = tokens[place]
    start = starts[token.map[0] if token.map else 0]
    whole = token.type in _WHOLE
    if token.level:
        return Block(start, ITEM, whole=whole)
    if token.type == "heading_open":
        return Block(start, int(token.tag[1]), title=" ".join(tokens[place + 1].content.split()))
    return Block(start, BLOCK, whole=whole)
