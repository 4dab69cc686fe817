"""What a table's columns hold."""

from knowledge.documents.formats.csv_columns import Column

from tests.support.documents import sections


def test_column_types_are_summarised() -> None:
    """The summary says each column's type and range."""
    summary = sections("t.csv", "day,n,x,who\n2024-01-02,1,1.5,Ann\n2024-01-03,9,2,Bob\n")[0].markdown
    assert "| day | date | 2 |" in summary
    assert "| n | integer | 2 | 1 to 9 |" in summary
    assert "| x | number |" in summary
    assert "| who | text |" in summary


def test_values_that_all_differ_are_counted_and_told_by_their_rows() -> None:
    """A question for one of them has the row for an answer, and not the table's columns as well."""
    names, kinds = Column("name"), Column("kind")
    for name, kind in (("Hex bolt", "steel"), ("Lock nut", "steel"), ("Washer", "brass")):
        names.add(name)
        kinds.add(kind)
    assert (names.values, kinds.values) == ("3 distinct", "steel, brass")
