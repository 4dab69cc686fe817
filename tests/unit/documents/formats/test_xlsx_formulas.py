"""Formulas beside which no value is stored."""

import pytest
from knowledge.documents import parse_safely
from knowledge.documents.formats.xlsx_formulas import without_values

from tests.support.documents import TYPES, R, archived, relations

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook(cells: str) -> bytes:
    """Of a sheet with a head and a row below it."""
    head = "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in ("Item", "Count", "Sum"))
    sheets = f'<sheets><sheet name="Stock" sheetId="1" r:id="rId1" xmlns:r="{R}"/></sheets>'
    package = {"[Content_Types]_DOT_xml": TYPES, "_rels/_DOT_rels": relations(("officeDocument", "xl/workbook.xml"))}
    rows = f"<row>{head}</row><row>{cells}</row>"
    return archived(
        **package,
        xl__workbook_DOT_xml=f'<workbook xmlns="{SHEET}">{sheets}</workbook>',
        xl___rels__workbook_DOT_xml_DOT_rels=relations(("worksheet", "worksheets/sheet1.xml")),
        xl__worksheets__sheet1_DOT_xml=f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>',
    )


BOLT = '<c t="inlineStr"><is><t>Bolt</t></is></c><c><v>140</v></c>'


@pytest.mark.parametrize(
    ("cell", "row"),
    [
        ("<c><f>B2*3</f><v></v></c>", "Item: Bolt; Count: 140; Sum: =B2*3 (not calculated)"),
        ('<c r="C2"><f>SUM(B2:B9)</f></c>', "Item: Bolt; Count: 140; Sum: =SUM(B2:B9) (not calculated)"),
        ("<c><f>B2*3</f><v>420</v></c>", "Item: Bolt; Count: 140; Sum: 420"),
        ('<c t="str"><f>IF(B2,"","")</f><v></v></c>', "Item: Bolt; Count: 140"),
    ],
)
def test_a_formula_stands_where_no_value_is_stored(cell: str, row: str) -> None:
    """Below its column's name, and the document says so; what a spreadsheet program saved has values."""
    document = parse_safely("stock.xlsx", workbook(BOLT + cell))
    [section] = document.sections
    assert section.markdown == f"- Row 2: {row}"
    assert bool(document.unread) is ("not calculated" in row)


def test_what_is_no_xml_has_no_formulas() -> None:
    """The reader of values says what is wrong with a file."""
    assert without_values(workbook("<c><f>1</f>")) == {}
    assert without_values(workbook(BOLT)) == {}
