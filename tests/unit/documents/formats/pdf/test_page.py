"""A page with rules: a table, or prose on a drawing."""

from tests.support.documents import sections


def page_of(lines: list[str], columns: list[int]) -> bytes:
    """A PDF of one page: a grid with a line of text in each row; what is behind a | stands in the next column."""
    bottom = 760 - 20 * len(lines)
    texts = [
        f"BT /F 12 Tf 1 0 0 1 {x} {746 - 20 * row} Tm ({text}) Tj ET"
        for row, line in enumerate(lines)
        for x, text in zip([column + 4 for column in columns], line.split("|"), strict=False)
    ]
    rules = [f"{x} {bottom} m {x} 760 l S" for x in columns]
    rules += [f"50 {760 - 20 * row} m 450 {760 - 20 * row} l S" for row in range(len(lines) + 1)]
    content = "\n".join([*texts, *rules])
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body = "".join(f"{number} 0 obj\n{definition}\nendobj\n" for number, definition in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer << /Root 1 0 R >>\n%%EOF".encode()


def test_rules_between_cells_make_a_table() -> None:
    """Ruled lines with a word on each side of them are a table with its rows and columns."""
    [section] = sections("t.pdf", page_of(["City|Area", "Bonn|141", "Cologne|405"], [50, 200, 450]))
    assert section.markdown == "| City | Area |\n|---|---|\n| Bonn | 141 |\n| Cologne | 405 |"


def test_rules_through_words_make_no_table() -> None:
    """Lines that cut words belong to a drawing or a background: the text is read as the sentences that it is."""
    prose = ["The quick brown foxes jumped over the lazy dogs", "while the others watched them from the old garden"]
    [section] = sections("t.pdf", page_of(prose, [50, 118, 196, 268, 450]))
    assert section.markdown == " ".join(prose)
