"""A row of a table that is told anew: `A — Ticket: day, Price: 7 EUR`, where the price was 6 EUR."""

import re

from knowledge.text.statements.values import values

_ROW = re.compile(r"(?P<name>[^—\n]{1,100}?) — (?P<cells>[^:—\n]{1,60}: .+?)\.?")
_FIGURES = re.compile(r"[\d.,]+")

Cell = tuple[str, str]  # a column and what stands in it


def is_told_anew(new: str, old: str) -> bool:
    """Whether both are one row of one table, and nothing but figures of it has changed.

    A number without a unit may be part of what the row is called (`Seats: 2, Price: 4` beside `Seats: 4, Price: 6`),
    unless a cell before it is the same, or it is all that the row tells.
    """
    now, before = _cells(new), _cells(old)
    if [column for column, _ in now] != [column for column, _ in before]:
        return False
    changed = [at for at in range(len(now)) if now[at] != before[at]]
    return bool(changed) and all(
        _is_another_figure(now[at], before[at]) and (_has_unit(now[at]) or len(now) == 1 or changed[0] > 0)
        for at in changed
    )


def _cells(row: str) -> list[Cell]:
    """Its cells, in each column the row's name, too; empty where it is no row."""
    match = _ROW.fullmatch(row)
    parts = (cell.partition(": ") for cell in match["cells"].split(", ")) if match else ()
    return [(f"{match['name'].casefold()} {column}", cell) for column, _, cell in parts] if match else []


def _is_another_figure(now: Cell, before: Cell) -> bool:
    """Whether the two tell one value each, of one kind, in the same words."""
    ours, theirs = values(now[1]), values(before[1])
    is_one = len(ours) == len(theirs) == 1 and ours[0].may_replace(theirs[0])
    return is_one and _FIGURES.sub("", now[1]) == _FIGURES.sub("", before[1])


def _has_unit(cell: Cell) -> bool:
    return any(value.kind for value in values(cell[1]))
