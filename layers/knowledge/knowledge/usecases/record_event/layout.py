"""Plain text that somebody laid out by hand: its headings, its aligned tables and its lists of commits, as Markdown."""

import re
from collections.abc import Iterator, Sequence

MAX_ROWS = 200  # of a table; a longer one is read as several
MAX_HEADING = 60  # characters; of a numbered one half as many more

_NUMBERED = re.compile(r"\d{1,2}[.)] ")
_ENDED = re.compile(r"[.!?:;,…|]$")
_MARKED = re.compile(r"[-*+•#>|`]")
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_VALUE = re.compile(r"(?<=\S) (?=[\d.,]+(?: ?%)?$)")
_AMOUNT = re.compile(r"\W{0,2}\d")
_COMMIT = re.compile(r"^[ \t]*(?:[-*] )?[0-9a-f]{7,40}[ \t]+(?=[^\W\d]\S* )", re.M)


def as_markdown(text: str) -> str:
    """The text with what stands as a heading marked as one, aligned columns as a table, and each commit by itself."""
    lines = _COMMIT.sub("\n", text).splitlines()
    marked: list[str] = []
    at = 0
    while at < len(lines):
        rows = list(_rows(lines, at))
        if len(rows) > 1:
            marked += ["", *_table(rows, _above(marked)), ""]
            at += len(rows)
        else:
            heading = _is_heading(lines, at)
            marked += ["", f"## {lines[at].strip()}", ""] if heading else [lines[at]]
            at += 1
    return "\n".join(marked)


def _rows(lines: Sequence[str], at: int) -> Iterator[list[str]]:
    """The lines from there on that are rows of one table: as many cells, two spaces or more between them."""
    first = 0
    for line in lines[at : at + MAX_ROWS] if _GAP.search(lines[at]) else ():
        cells = _cells(line, first)
        if len(cells) < 3 or _MARKED.match(line.strip()) or (first and abs(len(cells) - first) > 1):
            return
        first = first or len(cells)
        yield cells


def _cells(line: str, expected: int) -> list[str]:
    cells = _GAP.split(line.strip())
    if expected and len(cells) == expected - 1:  # a long name reaches up to its first value
        cells = [*_VALUE.split(cells[0], maxsplit=1), *cells[1:]]
    return cells


def _table(rows: Sequence[Sequence[str]], heading: str) -> Iterator[str]:
    """With a row of names as a table, without one as a list of rows, each below its heading's words."""
    if any(_AMOUNT.match(cell) for cell in rows[0][1:]):
        yield from (f"- {heading}{name}: {'; '.join(cells)}." for name, *cells in rows)
        return
    for at, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if not at:
            yield f"|{'---|' * len(row)}"


def _above(lines: Sequence[str]) -> str:
    heading = next((line for line in reversed(lines) if line.strip()), "")
    return f"{_NUMBERED.sub('', heading.lstrip('# '))}, " if heading.startswith("## ") else ""


def _is_heading(lines: Sequence[str], at: int) -> bool:
    """Whether a short line that ends as no sentence does stands above what is no part of it."""
    line, before = lines[at].strip(), lines[at - 1].strip() if at else ""
    after = next((each.strip() for each in lines[at + 1 : at + 4] if each.strip()), "")
    apart = not before or bool(_NUMBERED.match(line) and not _NUMBERED.match(before))
    short = 0 < len(line) <= MAX_HEADING * (1.5 if _NUMBERED.match(line) else 1) and ": " not in line
    plain = not _MARKED.match(line) and not _ENDED.search(line) and not line[:1].islower()
    follows = bool(after) and not (_NUMBERED.match(line) and _NUMBERED.match(after)) and not after[0].islower()
    return short and plain and apart and follows
