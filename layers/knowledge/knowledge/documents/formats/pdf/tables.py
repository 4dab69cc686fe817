"""Tables of a PDF page, found by their ruled lines or by the alignment of their cells."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Cell = tuple[float, float, str]
_TOLERANCE = 3.0
_MIN_ROWS = 3
_MIN_COLUMNS = 3


@dataclass(frozen=True)
class Edge:
    """A straight ruled line: `at` is its fixed coordinate, it runs from `start` to `end` in the other."""

    vertical: bool
    at: float
    start: float
    end: float


@dataclass(frozen=True)
class Grid:
    """A ruled table: the x of its vertical lines, and the y of its horizontal ones."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """The row from the top and the column in which the point lies."""
        if not (self.xs[0] <= x <= self.xs[-1] and self.ys[0] <= y <= self.ys[-1]):
            return None
        column = min(bisect_right(self.xs, x), len(self.xs) - 1) - 1
        row = len(self.ys) - 1 - min(bisect_right(self.ys, y), len(self.ys) - 1)
        return row, column


def grids(edges: Iterable[Edge]) -> list[Grid]:
    """The ruled tables that connected `edges` make, of at least two rows and two columns."""
    tables = []
    for group in _connected(list(edges)):
        xs = _distinct(edge.at for edge in group if edge.vertical)
        ys = _distinct(edge.at for edge in group if not edge.vertical)
        if len(xs) >= 3 and len(ys) >= 3:
            tables.append(Grid(xs, ys))
    return tables


def aligned_table(lines: Sequence[Sequence[Cell]]) -> list[list[str]] | None:
    """The rows of a table without rules: three lines or more whose cells line up in three columns or more.

    Two columns are not taken for a table: contents pages and forms read better as lines.
    """
    if len(lines) < _MIN_ROWS or any(len(line) < 2 for line in lines):
        return None
    columns = _columns(cell for line in lines for cell in line)
    if len(columns) < _MIN_COLUMNS:
        return None
    rows = [[""] * len(columns) for _ in lines]
    for row, line in zip(rows, lines, strict=True):
        for left, _, text in line:
            at = bisect_right([start for start, _ in columns], left) - 1
            row[at] = f"{row[at]} {text}".strip()
    return rows


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a markdown table, the first as its header."""
    lines = ["| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def _columns(cells: Iterable[Cell]) -> list[tuple[float, float]]:
    """The intervals of x that cells cover together."""
    columns: list[tuple[float, float]] = []
    for left, right, _ in sorted(cells):
        if columns and left < columns[-1][1]:
            columns[-1] = columns[-1][0], max(columns[-1][1], right)
        else:
            columns.append((left, right))
    return columns


def _connected(edges: list[Edge]) -> list[list[Edge]]:
    """Groups of edges that cross or touch each other."""
    groups: list[list[Edge]] = []
    for edge in edges:
        touching = [group for group in groups if any(_are_touching(edge, other) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([edge, *(other for group in touching for other in group)])
    return groups


def _are_touching(one: Edge, other: Edge) -> bool:
    if one.vertical == other.vertical:
        return False
    return _is_between(other.at, one) and _is_between(one.at, other)


def _is_between(at: float, edge: Edge) -> bool:
    return edge.start - _TOLERANCE <= at <= edge.end + _TOLERANCE


def _distinct(places: Iterable[float]) -> tuple[float, ...]:
    distinct: list[float] = []
    for place in sorted(places):
        if not distinct or place - distinct[-1] > _TOLERANCE:
            distinct.append(place)
    return tuple(distinct)
