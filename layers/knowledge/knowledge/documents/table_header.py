"""Where a table begins below what stands above it, and whether its first row names the columns."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile

from knowledge.documents.formats.csv_columns import value_type

Rows = Sequence[Sequence[str]]
_YEAR = re.compile(r"(?:19|20)\d\d")


def rows_above(rows: Rows) -> int:
    """How many rows above the one that names the columns are a title or comments: they have a first cell alone.

    None where the names are not all there, or are no other kind than all below: a title may stand above mere rows, too.
    """
    width = Counter(map(_width, rows)).most_common(1)[0][0] if rows else 0
    above = sum(1 for _ in takewhile(lambda row: _width(row) <= 1, rows))
    table = [row[:width] for row in rows[above:]]
    if width < 2 or len(table) < 2 or not all(cell.strip() for cell in table[0]):
        return 0
    return above if _width(table[0]) == width and (names_years(table) or _is_other_kind(table)) else 0


def names_columns(rows: Rows) -> bool:
    """Whether the first row names the columns.

    Names are filled, distinct and no numbers or dates, but for years in a row. Where the whole table is text, they do
    not come again as values below.
    """
    first, body = rows[0], rows[1:]
    filled = [cell.strip() for cell in first if cell.strip()]
    if len(filled) < len(first) / 2 or not (all(map(_is_text, filled)) or names_years(rows)):
        return False
    if len(set(filled)) < len(filled) * 0.9:
        return False
    return bool(body) and not any(cell in _below(rows, at) for at, cell in enumerate(first) if cell)


def names_years(rows: Rows) -> bool:
    """Whether the first row has names and years, one after the other, and below none of them most values are years."""
    first = rows[0]
    places = [at for at, cell in enumerate(first) if cell.strip() and not _is_text(cell)]
    if not 1 < len(places) < len(first) or not all(_YEAR.fullmatch(first[at].strip()) for at in places):
        return False
    steps = {int(later) - int(year) for year, later in pairwise(first[at] for at in places)}
    return steps in ({1}, {-1}) and not any(_has_years(rows, at) for at in places)


def _has_years(rows: Rows, at: int) -> bool:
    """Whether most values of the column are years; some amounts are like one."""
    values = [cell for row in rows[1:] if at < len(row) and (cell := row[at].strip())]
    return sum(1 for value in values if _YEAR.fullmatch(value)) > len(values) / 2


def _is_other_kind(rows: Rows) -> bool:
    """Whether a column has no text below its name."""
    return any(not any(map(_is_text, values)) for at in range(len(rows[0])) if (values := _below(rows, at) - {""}))


def _below(rows: Rows, at: int) -> set[str]:
    return {row[at] for row in rows[1:] if at < len(row)}


def _width(row: Sequence[str]) -> int:
    """The place of its last cell that is filled."""
    return max((at for at, cell in enumerate(row, start=1) if cell.strip()), default=0)


def _is_text(cell: str) -> bool:
    return value_type(cell) == "text"
