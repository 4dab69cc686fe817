"""The formulas of a workbook beside which no value is stored, as scripts and exports write them: nobody calculated."""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from knowledge.documents.encoding import clean
from knowledge.documents.limits import MAX_COLUMNS, MAX_ROWS

Cells = dict[tuple[int, int], str]  # by row and column, from 0

MAX_FORMULA = 200  # characters
_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def without_values(content: bytes) -> dict[str, Cells]:
    """By the name of its sheet each cell with such a formula. Called once the archive is checked.

    Where the reader of values takes what is no XML, there are none.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as members:
            sheets = {name: data for name, path in _sheets(members) if _FORMULA.search(data := members.read(path))}
        return {name: cells for name, data in sheets.items() if (cells := dict(_cells(data)))}
    except (ElementTree.ParseError, ValueError):
        return {}


def _sheets(members: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """The name and the part of each sheet that is a table."""
    parts = set(members.namelist())
    if not {_WORKBOOK, _RELATIONS} <= parts:
        return
    relations = ElementTree.fromstring(members.read(_RELATIONS))
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    for sheet in ElementTree.fromstring(members.read(_WORKBOOK)).iter(f"{_S}sheet"):
        path = posixpath.normpath(posixpath.join("/xl", targets.get(sheet.get(f"{_R}id"), ""))).lstrip("/")
        if path in parts:
            yield sheet.get("name", ""), path


def _cells(data: bytes) -> Iterator[tuple[tuple[int, int], str]]:
    row, column = -1, -1
    for event, element in ElementTree.iterparse(io.BytesIO(data), ("start", "end")):
        if element.tag == f"{_S}row":
            if event == "start":
                row, column = int(element.get("r") or row + 2) - 1, -1
            else:
                element.clear()
        elif element.tag == f"{_S}c" and event == "end":
            place = _PLACE.fullmatch(element.get("r") or "")
            column = _column(place[1]) if place else column + 1
            formula = element.find(f"{_S}f")
            if formula is not None and not _has_value(element) and row < MAX_ROWS and column < MAX_COLUMNS:
                yield (row, column), f"={clean(formula.text or '')}"[:MAX_FORMULA] + " (not calculated)"


def _has_value(cell: Any) -> bool:
    """Whether a value is stored, be it an empty text."""
    return bool(cell.findtext(f"{_S}v")) or cell.get("t") == "str"


def _column(letters: str) -> int:
    """`A` → 0, `AB` → 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1
