"""Excel workbooks → a table per sheet, a section per row."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

from knowledge import errors
from knowledge.documents.encoding import clean
from knowledge.documents.formats import archive, xlsx_formulas
from knowledge.documents.limits import MAX_COLUMNS, MAX_ROWS
from knowledge.documents.models import Document, ReplayedSections, Section
from knowledge.documents.rows import row_section, short_name
from knowledge.documents.table_header import names_years, rows_above


def read(title: str, media_type: str, content: bytes) -> Document:
    """The rows of every sheet below its name, by the sheet's own numbers.

    The first row names the columns where it is text alone, or years, and what stands above it is text.
    """
    from python_calamine import CalamineWorkbook

    archive.check(content)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    formulas = xlsx_formulas.without_values(content)
    read_sheets = ((name, book.get_sheet_by_name(name)) for name in book.sheet_names)
    sheets = [
        (
            name,
            (sheet.start or (0, 0))[0],
            _with(formulas.get(name, {}), sheet.to_python(nrows=MAX_ROWS + 1), sheet.start or (0, 0)),
        )
        for name, sheet in read_sheets
    ]
    for name, _, rows in sheets:
        _check(name, rows)
    if not any(map(_values, (row for *_, rows in sheets for row in rows))):
        raise errors.Invalid("The workbook has no values; upload one with at least a row.")

    def sections() -> Iterator[Section]:
        for name, start, rows in sheets:
            yield from _rows(rows, start, (title, clean(name)))

    metadata: dict[str, Any] = {"sheets": len(sheets)}
    if count := sum(map(len, formulas.values())):
        cells = "1 cell has a formula" if count == 1 else f"{count:,} cells have formulas"
        metadata["unread"] = (
            f"{cells} without a stored value, kept as the formula; save it in a spreadsheet program and upload it "
            "again."
        )
    return Document(title, media_type, ReplayedSections(sections), metadata)


def _with(formulas: xlsx_formulas.Cells, rows: list[list[Any]], start: tuple[int, int]) -> list[list[Any]]:
    """The rows, which begin at `start`, with the formulas in place of the values that they lack."""
    for (row, column), text in formulas.items():
        down, right = row - start[0], column - start[1]
        if down < 0 or right < 0:
            continue
        rows += [[] for _ in range(down + 1 - len(rows))]
        rows[down] += [""] * (right + 1 - len(rows[down]))
        rows[down][right] = rows[down][right] or text
    return rows


def _rows(rows: Sequence[Sequence[Any]], start: int, breadcrumb: tuple[str, ...]) -> Iterator[Section]:
    filled = [(number, row) for number, row in enumerate(rows, start=start + 1) if _values(row)]
    texts = [[_text(cell) for cell in row] for _, row in filled]
    above = rows_above(texts)
    if above:
        yield Section("\n\n".join(row[0] for row in texts[:above]), breadcrumb)
    table = texts[above:]
    named = len(table) > 1 and (all(isinstance(cell, str) for cell in _values(filled[above][1])) or names_years(table))
    names = table[0] if named else []
    for (number, _), row in list(zip(filled, texts, strict=True))[above + named :]:
        cells = ((short_name(names[at] if at < len(names) else "", at + 1), value) for at, value in enumerate(row))
        yield row_section(number, cells, breadcrumb)


def _check(name: str, rows: Sequence[Sequence[Any]]) -> None:
    if len(rows) > MAX_ROWS:
        raise errors.Invalid(f"The sheet {name} has more than {MAX_ROWS:,} rows; split it.")
    if rows and max(map(len, rows)) > MAX_COLUMNS:
        raise errors.Invalid(f"The sheet {name} has over {MAX_COLUMNS:,} columns; split it.")


def _values(row: Sequence[Any]) -> list[Any]:
    return [cell for cell in row if cell not in ("", None)]


def _text(cell: Any) -> str:
    """A cell as people read it: whole numbers without a point, days without a time."""
    if isinstance(cell, float):
        return f"{cell:.10g}" if abs(cell) < 1e15 else str(cell)
    text = cell.isoformat() if hasattr(cell, "isoformat") else str(cell)
    return clean(text.removesuffix("T00:00:00"))
