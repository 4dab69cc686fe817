"""Which row of a table names its columns, and what stands above it."""

import pytest
from knowledge.documents import parse_safely
from knowledge.documents.table_header import names_columns, names_years, rows_above

from tests.support.documents import sections
from tests.unit.documents.formats.test_xlsx import workbook

SALES = [["Region", "Sales"], ["North", "100"], ["South", "90"], ["West", "80"]]
YEARS = [["Region", "2024", "2025"], ["North", "100", "120"], ["South", "90", "70"]]


@pytest.mark.parametrize("title", [[["Sales in Q3"]], [["Sales in Q3", ""]], [["# by SAP"], ["# user: ann"]]])
def test_a_title_and_comments_stand_above_the_names(title):
    """They have one cell, and the names are text above numbers or days."""
    assert rows_above([*title, *SALES]) == len(title)


@pytest.mark.parametrize(
    "rows",
    [
        SALES,
        [["Name", ""], ["Ann", "Bonn"], ["Bob", "Ulm"], ["Cid", "Kiel"]],
        [["Fruit"], ["Apple", "red"], ["Pear", "green"], ["Plum", "blue"]],
        [["Sales"], ["Region", ""], ["North", "100"], ["South", "90"]],
        [["one column"], ["alpha"], ["beta"]],
        [["Sales"], ["North", "100"]],
        [],
    ],
)
def test_nothing_stands_above_where_that_is_not_sure(rows):
    """A wrong name is worse than none: of text alone, or of names that are not all there, nothing tells it."""
    assert rows_above(rows) == 0


@pytest.mark.parametrize(
    ("rows", "are_names"),
    [
        (YEARS, True),
        ([["", "2024", "2025"], ["North", "100", "120"]], True),
        ([["Region", "2025", "2024"], ["North", "100", "120"]], True),
        ([YEARS[0], ["North", "1950", "2050"], ["South", "90", "70"], ["West", "80", "75"]], True),
        ([["Ann", "2019", "2020"], ["Bob", "2001", "2014"]], False),
        ([["Ann", "2019", "2024"], ["Bob", "17", "18"]], False),
        ([["2019", "2020"], ["1", "2"]], False),
        ([["House", "1995"], ["Flat", "80"]], False),
    ],
)
def test_years_that_follow_one_another_are_names(rows, are_names):
    """Where most values below are none; from when to when somebody was there is a row."""
    assert names_years(rows) == names_columns(rows) == are_names


def test_a_table_below_its_title_has_its_names():
    """What stands above is told as text; rows are counted from the first below the names."""
    summary, rows = sections("t.csv", "Sales in Q3\n\n" + "\n".join(map(",".join, SALES)))
    assert summary.markdown.startswith("Sales in Q3\n\nt: a table of 3 rows and 2 columns.")
    assert rows.markdown.splitlines()[0] == "- Row 1: Region: North; Sales: 100" and str(rows.span) == "rows 1–3"


def test_a_sheet_below_its_title_has_its_names():
    """Its rows have the sheet's own numbers."""
    rows = [["Sales by year"], [""], ["Region", 2024.0, 2025.0], ["North", 100.0, 120.0], ["South", 90.0, 70.0]]
    title, table = parse_safely("t.xlsx", workbook(rows)).sections
    assert title.markdown == "Sales by year"
    assert table.markdown == "- Row 4: Region: North; 2024: 100; 2025: 120\n- Row 5: Region: South; 2024: 90; 2025: 70"
