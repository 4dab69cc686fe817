"""Workbooks: archives of XML."""

import pytest
from knowledge import errors
from knowledge.documents import parse_safely

from tests.support.documents import TYPES, R, archived, relations

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook(rows: list[list[str | float]]) -> bytes:
    """A workbook of one sheet, `Prices`."""

    def cell(value: str | float) -> str:
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    data = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    sheets = f'<sheets><sheet name="Prices" sheetId="1" r:id="rId1" xmlns:r="{R}"/></sheets>'
    package = {"[Content_Types]_DOT_xml": TYPES, "_rels/_DOT_rels": relations(("officeDocument", "xl/workbook.xml"))}
    return archived(
        **package,
        xl__workbook_DOT_xml=f'<workbook xmlns="{SHEET}">{sheets}</workbook>',
        xl___rels__workbook_DOT_xml_DOT_rels=relations(("worksheet", "worksheets/sheet1.xml")),
        xl__worksheets__sheet1_DOT_xml=f'<worksheet xmlns="{SHEET}"><sheetData>{data}</sheetData></worksheet>',
    )


def test_a_workbook_is_its_rows():
    """Each names its columns, by the number that the sheet gives it; whole numbers have no point."""
    document = parse_safely("prices.xlsx", workbook([["City", "Rent"], ["Bern", 1450.0], ["Basel", 12.5]]))
    [section] = document.sections
    assert section.markdown == "- Row 2: City: Bern; Rent: 1450\n- Row 3: City: Basel; Rent: 12.5"
    assert section.breadcrumb == ("prices", "Prices") and str(section.span) == "rows 2–3"


def test_a_workbook_without_values_is_refused():
    """With what to do."""
    with pytest.raises(errors.Invalid, match="no values"):
        parse_safely("empty.xlsx", workbook([]))
