"""What a table's columns hold."""

from tests.support.documents import sections


def test_column_types_are_summarised() -> None:
    """The summary says each column's type and range."""
    summary = sections("t.csv", "day,n,x,who\n2024-01-02,1,1.5,Ann\n2024-01-03,9,2,Bob\n")[0].markdown
    assert "| day | date | 2 |" in summary
    assert "| n | integer | 2 | 1 to 9 |" in summary
    assert "| x | number |" in summary
    assert "| who | text |" in summary
