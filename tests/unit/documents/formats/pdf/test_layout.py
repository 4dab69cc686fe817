"""The order in which what a page draws is read."""

from knowledge.documents.formats.pdf.layout import Fragment, blocks, fragments


def word(text: str, left: float, bottom: float, width: float = 5) -> list[Fragment]:
    return [
        Fragment(letter, left + width * at, bottom, left + width * (at + 1), bottom + 10)
        for at, letter in enumerate(text)
    ]


def test_two_columns_drawn_line_by_line_are_read_one_after_the_other() -> None:
    """Columns of prose are read in order even where the page draws across them."""
    drawn = [
        letter
        for line in range(5)
        for side, left in (("left", 0), ("right", 300))
        for letter in word(f"{side} column line number {line} of all", left, 500 - 12 * line, 7)
    ]
    text = " ".join(block.text for block in blocks(fragments(drawn))).split()
    assert text.index("right") > max(at for at, token in enumerate(text) if token == "left")


def test_aligned_cells_are_a_table() -> None:
    """Three lines of three aligned cells are a markdown table."""
    drawn = [
        letter
        for row in range(3)
        for column in range(3)
        for letter in word(f"r{row}c{column}", 100 * column, 100 - 12 * row)
    ]
    (table,) = blocks(fragments(drawn))
    assert table.text.splitlines() == [
        "| r0c0 | r0c1 | r0c2 |",
        "|---|---|---|",
        "| r1c0 | r1c1 | r1c2 |",
        "| r2c0 | r2c1 | r2c2 |",
    ]
