"""Tables of text: their delimiter, their header, their rows."""

import pytest
from knowledge.documents import Span

from tests.support.documents import sections


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_and_header_are_detected(delimiter: str) -> None:
    """Each usual delimiter is found, and rows name their columns."""
    rows = [["name", "price", "town"], ["Brot", "1.50", "Köln"], ["Milch", "0.99", "Bonn"]]
    summary, rows_read = sections("t.csv", "\n".join(delimiter.join(row) for row in rows))
    assert "2 rows and 3 columns" in summary.markdown
    assert "- Row 1: name: Brot; price: 1.50; town: Köln" in rows_read.markdown
    assert rows_read.span == Span("row", 1, 2)


def test_decimal_commas_do_not_look_like_delimiters() -> None:
    """A German table keeps its decimal commas."""
    _, rows = sections("t.csv", "name;preis\nBrot;1,50\nMilch;0,99\n")
    assert "preis: 1,50" in rows.markdown


def test_table_without_header_gets_column_positions() -> None:
    """Where the first row is data, it is read as data."""
    _, rows = sections("t.csv", "1,2\n3,4\n")
    assert rows.markdown.splitlines()[0] == "- Row 1: column 1: 1; column 2: 2"


def test_formula_stays_inert_text() -> None:
    """A formula is kept as the text it is."""
    assert "=cmd|' /C calc'!A0" in sections("t.csv", "a,b\n1,=cmd|' /C calc'!A0\n2,3\n")[1].markdown
