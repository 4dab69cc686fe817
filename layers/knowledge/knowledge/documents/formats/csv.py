"""Delimited text → rows: dialect, header and column types are detected, rows are streamed."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from knowledge import errors
from knowledge.documents.encoding import clean, encoding_of, open_text
from knowledge.documents.formats.csv_columns import Column, described
from knowledge.documents.limits import MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_ROWS, MAX_TEXT_CHARACTERS
from knowledge.documents.models import Document, ReplayedSections, Section
from knowledge.documents.rows import row_section, short_name
from knowledge.documents.table_header import names_columns, rows_above

_DELIMITERS = ",;\t|"
_SAMPLE_CHARACTERS = 64 * 1024
_SAMPLE_ROWS = 200


@dataclass(frozen=True)
class Table:
    """How to read one delimited file."""

    content: bytes
    encoding: str
    delimiter: str
    names: tuple[str, ...]
    has_header: bool
    above: tuple[str, ...] = ()  # the lines of a title or of comments

    def rows(self) -> Iterator[list[str]]:
        """The rows of data, cells cleaned; lines without any value are not rows."""
        start = len(self.above) + (1 if self.has_header else 0)
        for row in islice(_read(open_text(self.content, self.encoding), self.delimiter), start, None):
            yield [clean(cell) for cell in row]

    def name(self, position: int) -> str:
        """The name of the column at `position`, which may lie beyond the header."""
        return self.names[position] if position < len(self.names) else f"column {position + 1}"


def read(title: str, media_type: str, content: bytes) -> Document:
    """A summary of the table with its columns' types, then a section a row. `grouped` joins these."""
    table = _table(content)
    columns, count, ragged = _survey(table)
    metadata = {
        "rows": count,
        "columns": len(columns),
        "delimiter": table.delimiter,
        "encoding": table.encoding,
        "header": table.has_header,
        "ragged_rows": ragged,
    }

    def sections() -> Iterator[Section]:
        yield Section("\n\n".join([*table.above, described(title, columns, count)]), (title, "Columns"))
        for number, row in enumerate(table.rows(), start=1):
            cells = ((table.name(position), value) for position, value in enumerate(row))
            yield row_section(number, cells, (title, "Rows"))

    return Document(title, media_type, ReplayedSections(sections), metadata)


def looks_like_table(text: str) -> bool:
    """Whether nearly all lines of `text` have the same number of cells, at least two, under one delimiter."""
    _, agreement, width = max(
        (_agreement(text, delimiter) for delimiter in _DELIMITERS), key=itemgetter(slice(1, None))
    )
    return agreement > 0.95 and width >= 2 and len(text.splitlines()) >= 3


def _table(content: bytes) -> Table:
    encoding = encoding_of(content)
    sample = open_text(content, encoding).read(_SAMPLE_CHARACTERS)
    delimiter = max((_agreement(sample, delimiter) for delimiter in _DELIMITERS), key=itemgetter(slice(1, None)))[0]
    head = [[clean(cell) for cell in row] for row in islice(_read(io.StringIO(sample), delimiter), _SAMPLE_ROWS)]
    if not head:
        raise errors.Invalid("The table has no values; upload one with at least a row.")
    above = rows_above(head)
    first = head[above]
    if len(first) > MAX_COLUMNS:
        raise errors.Invalid(f"The table has {len(first):,} columns, the limit is {MAX_COLUMNS:,}; split it.")
    has_header = names_columns(head[above:])
    names = first if has_header else [""] * len(first)
    return Table(content, encoding, delimiter, _unique(names), has_header, tuple(row[0] for row in head[:above]))


def _agreement(sample: str, delimiter: str) -> tuple[str, float, int]:
    """The delimiter, the share of rows that have its most frequent number of cells, and that number.

    A delimiter that splits nothing agrees perfectly with itself, so one cell a row counts as no agreement.
    """
    try:
        widths = Counter(len(row) for row in islice(_read(io.StringIO(sample), delimiter), _SAMPLE_ROWS))
    except errors.Invalid:
        return delimiter, 0.0, 0
    width, rows = widths.most_common(1)[0] if widths else (1, 0)
    return delimiter, (rows / widths.total() if width > 1 else 0.0), width


def _read(lines: io.TextIOBase, delimiter: str) -> Iterator[list[str]]:
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        yield from (row for row in reader if any(cell.strip() for cell in row))
    except csv.Error as error:
        raise errors.Invalid(
            f"A cell that ends at line {reader.line_num:,} cannot be read ({error}; the limit is "
            f"{MAX_CELL_CHARACTERS:,} characters); close its quotes, or upload long texts as documents."
        ) from None


def _unique(names: list[str]) -> tuple[str, ...]:
    seen: Counter[str] = Counter()
    unique = []
    for position, name in enumerate((short_name(name, at) for at, name in enumerate(names, start=1)), start=1):
        seen[name] += 1
        unique.append(name if seen[name] == 1 else f"{name} ({position})")
    return tuple(unique)


def _survey(table: Table) -> tuple[list[Column], int, int]:
    """One pass over the rows: the columns, the number of rows and how many of these have too few or many cells.

    Refuses here, before any section is made, what exceeds the limits.
    """
    columns = [Column(name) for name in table.names]
    count = ragged = characters = 0
    names_length = sum(map(len, table.names)) + 4 * len(table.names)
    for count, row in enumerate(table.rows(), start=1):
        _check(count, row, characters := characters + sum(map(len, row)) + names_length)
        ragged += len(row) != len(table.names)
        for column, value in zip(columns, row, strict=False):
            column.add(value)
    if not count:
        raise errors.Invalid("The table has a header and no rows; upload one with at least a row of values.")
    return columns, count, ragged


def _check(count: int, row: list[str], characters: int) -> None:
    if count > MAX_ROWS:
        raise errors.Invalid(f"The table has more than {MAX_ROWS:,} rows; upload a part of it, or a summary.")
    if len(row) > MAX_COLUMNS:
        raise errors.Invalid(f"Row {count:,} has {len(row):,} cells, the limit is {MAX_COLUMNS:,}; split the table.")
    if characters > MAX_TEXT_CHARACTERS:
        raise errors.Invalid("The table is too large as text with its columns' names; upload a part of it.")
