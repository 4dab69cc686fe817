"""The characters and ruled lines of a PDF page, rotated as the page is shown."""

import ctypes
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from knowledge import errors
from knowledge.documents.formats.pdf.layout import Fragment, TextBlock, blocks, fragments
from knowledge.documents.formats.pdf.tables import Edge, Grid, grids, markdown_table
from knowledge.documents.limits import MAX_PAGE_CHARACTERS

_MAX_PATHS = 5_000
_MAX_EDGES = 2_000
_STRAIGHT = 1.0
_MIN_EDGE = 5.0
_FILLED_SHARE = 0.5
_CUT_SHARE = 0.25  # of the rows; in a real table a word runs over its cell now and then
_WORD_GAP = 0.1  # of the height: less lies between two letters of a word


def page_blocks(page: Any) -> list[TextBlock]:
    """The paragraphs and tables of a `pypdfium2.PdfPage`, in reading order."""
    rotation = page.get_rotation()
    characters = list(_characters(page, rotation))
    tables = []
    for grid in grids(_edges(page, rotation)):
        inside = [c for c in characters if grid.cell((c.left + c.right) / 2, c.middle)]
        table = _table(grid, inside)
        if table:
            characters = [c for c in characters if not grid.cell((c.left + c.right) / 2, c.middle)]
            tables.append(table)
    return blocks([*fragments(characters), *tables])


def _characters(page: Any, rotation: int) -> Iterator[Fragment]:
    import pypdfium2.raw as pdfium

    text = page.get_textpage()
    count = pdfium.FPDFText_CountChars(text)
    if count > MAX_PAGE_CHARACTERS:
        raise errors.Invalid(f"A page has {count:,} characters, the limit is {MAX_PAGE_CHARACTERS:,}; split it.")
    box = pdfium.FS_RECTF()
    for at in range(count):
        character = chr(pdfium.FPDFText_GetUnicode(text, at))
        if character in "\r\n\0" or not pdfium.FPDFText_GetLooseCharBox(text, at, ctypes.byref(box)):
            continue
        left, bottom, right, top = _turned(box.left, box.bottom, box.right, box.top, rotation)
        yield Fragment(character, left, bottom, right, top)


def _table(grid: Grid, inside: list[Fragment]) -> Fragment | None:
    """The table in `grid`, or None where few of its cells are filled or its lines cut words: that is a drawing."""
    if len(_cut_rows(grid, inside)) > _CUT_SHARE * (len(grid.ys) - 1):
        return None
    cells: dict[tuple[int, int], list[Fragment]] = {}
    for character in inside:
        place = grid.cell((character.left + character.right) / 2, character.middle)
        if place:
            cells.setdefault(place, []).append(character)
    rows = [
        [_cell_text(cells.get((row, column), [])) for column in range(len(grid.xs) - 1)]
        for row in range(len(grid.ys) - 1)
    ]
    filled = [row for row in rows if any(row)]
    share = sum(map(bool, (cell for row in rows for cell in row))) / (len(rows) * len(rows[0]))
    if len(filled) < 2 or share < _FILLED_SHARE:
        return None
    return Fragment(markdown_table(filled), grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1], is_table=True)


def _cut_rows(grid: Grid, inside: list[Fragment]) -> set[int]:
    """The rows in which a vertical line goes through a word, as it does where the lines have nothing to do with it."""
    cut = set()
    for one, following in pairwise(inside):
        here = grid.cell((one.left + one.right) / 2, one.middle)
        there = grid.cell((following.left + following.right) / 2, following.middle)
        if here and there and here[0] == there[0] and here[1] != there[1] and _are_joined(one, following):
            cut.add(here[0])
    return cut


def _are_joined(one: Fragment, following: Fragment) -> bool:
    """Whether two characters stand together as within a word."""
    are_letters = one.text.isalnum() and following.text.isalnum()
    return are_letters and abs(following.left - one.right) < _WORD_GAP * one.height


def _cell_text(characters: list[Fragment]) -> str:
    return " ".join(block.text for block in blocks(fragments(characters)))


def _edges(page: Any, rotation: int) -> list[Edge]:
    """The horizontal and vertical lines that the page draws; none where there are too many: that is a
    drawing."""
    import pypdfium2.raw as pdfium

    edges: list[Edge] = []
    for number, path in enumerate(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=3)):
        edges += _path_edges(path, rotation)
        if number > _MAX_PATHS or len(edges) > _MAX_EDGES:
            return []
    return edges


def _path_edges(path: Any, rotation: int) -> Iterator[Edge]:
    import pypdfium2.raw as pdfium

    if pdfium.FPDFPath_CountSegments(path) > 200:
        return
    points = _points(path, rotation)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if points and min(max(xs) - min(xs), max(ys) - min(ys)) <= 2 * _STRAIGHT:
        points = [(min(xs), min(ys)), (max(xs), max(ys))]
    for (x1, y1), (x2, y2) in pairwise(points):
        width, height = abs(x2 - x1), abs(y2 - y1)
        if width <= 2 * _STRAIGHT and height >= _MIN_EDGE:
            yield Edge(True, (x1 + x2) / 2, min(y1, y2), max(y1, y2))
        elif height <= 2 * _STRAIGHT and width >= _MIN_EDGE:
            yield Edge(False, (y1 + y2) / 2, min(x1, x2), max(x1, x2))


def _points(path: Any, rotation: int) -> list[tuple[float, float]]:
    import pypdfium2.raw as pdfium

    matrix = path.get_matrix()
    x, y = ctypes.c_float(), ctypes.c_float()
    points = []
    for at in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, at)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        px, py = matrix.on_point(x.value, y.value)
        left, bottom, _, _ = _turned(px, py, px, py, rotation)
        points.append((left, bottom))
    return points


def _turned(left: float, bottom: float, right: float, top: float, rotation: int) -> tuple[float, float, float, float]:
    """The box as it is shown when the viewer turns the page clockwise by `rotation` degrees."""
    if rotation == 90:
        return bottom, -right, top, -left
    if rotation == 180:
        return -right, -top, -left, -bottom
    if rotation == 270:
        return -top, left, -bottom, right
    return left, bottom, right, top
