"""Headings and blocks are found where CommonMark has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.markdown import BLOCK, ITEM, blocks, headings

LINES = [
    "# H",
    "Set",
    "===",
    "---",
    "```",
    "~~~~",
    "- item",
    "  more",
    "    code",
    "> quote",
    "<!--",
    "-->",
    "| a | b |",
    "|---|---|",
    "",
]


def titles(text: str) -> list[tuple[int, str]]:
    """Level and title of each heading."""
    return [(block.rank, block.title) for block in blocks(text) if block.is_heading]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# One\n## Two ##\n### *Three*\n#Four\n", [(1, "One"), (2, "Two"), (3, "*Three*")]),
        ("One\n===\n\nTwo\nlines\n---\n\n---\n", [(1, "One"), (2, "Two lines")]),
        ("```\n# not\n```\n# One\n", [(1, "One")]),
        ("````\n```\n# not\n```\n# nor\n````\n# One\n", [(1, "One")]),
        ("~~~\n```\n# not\n~~~\n# One\n", [(1, "One")]),
        ("```\n# never closed\n", []),
        ("<!--\n# not\n\n## nor\n-->\n\n# One\n", [(1, "One")]),
        ("> # quoted\n\n- # listed\n\n    # indented\n\n# One\n", [(1, "One")]),
        ("# One\r\ntext\r\n\r\nTwo\r\n---\r\n", [(1, "One"), (2, "Two")]),
        ("# One\rtext\r## Two", [(1, "One"), (2, "Two")]),
        ("\ufeff# One\n", [(1, "One")]),
        ("#\n# \n", [(1, ""), (1, "")]),
    ],
)
def test_headings_are_those_of_commonmark(text: str, headings: list[tuple[int, str]]) -> None:
    """ATX and setext, any line ending; not in fences, comments, lists, quotations or code."""
    assert titles(text) == headings


def test_blocks_say_where_they_start_and_what_stays_whole() -> None:
    """Fences, indented code, tables and HTML are whole; what is inside a list is an item."""
    text = "text\n\n- a\n  ```\n  x\n  ```\n- b\n\n| a |\n|---|\n| 1 |\n\n```\ny\n```\n\n    code\n\n<div>\n</div>\n"
    starts = [(text[block.start :].split("\n")[0], block.rank, block.whole) for block in blocks(text)]
    assert starts == [
        ("text", BLOCK, False),
        ("- a", BLOCK, False),
        ("  ```", ITEM, True),
        ("- b", ITEM, False),
        ("| a |", BLOCK, True),
        ("```", BLOCK, True),
        ("    code", BLOCK, True),
        ("<div>", BLOCK, True),
    ]


def test_front_matter_is_skipped() -> None:
    """Its last fence would make a setext heading of its last field."""
    text = "---\ntitle: x\n---\n# One\n"
    assert [block.start for block in blocks(text, skip=17)] == [17]


@given(
    st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=5)), max_size=25), st.sampled_from(["\n", "\r\n", "\r"])
)
def test_blocks_start_on_lines_of_their_own_in_order(lines: list[str], newline: str) -> None:
    """Whatever the text, each start is the start of a line, and each is there once; so are the headings alone."""
    text = newline.join(lines)
    starts = [block.start for block in blocks(text)]
    assert headings(text) == [block for block in blocks(text) if block.is_heading]
    assert starts == sorted(set(starts))
    assert all(start == 0 or text[start - 1] in "\r\n" for start in starts)
