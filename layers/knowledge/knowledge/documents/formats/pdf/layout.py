"""The characters of a PDF page → lines, columns, tables and paragraphs.

Coordinates are points with y upwards, on the page as it is shown. Distances are relative to the height of the text
(em), so that the rules hold at any size.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from knowledge.documents.formats.pdf.tables import aligned_table, markdown_table

_WORD_GAP = 0.2
_CELL_GAP = 0.9
_SAME_LINE = 0.3
_PARAGRAPH_GAP = 0.6
# The dots between an entry of a table of contents and its page, and the white space before them.
_LEADERS = re.compile(r"(?<!\s)\s*(?:\.\s?){4,}")
_HYPHENS = "\x02\xad\ufffe"


@dataclass(frozen=True)
class Fragment:
    """Text that stands in one line without a wide gap; or a table, its text already markdown."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    is_table: bool = False

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def overlap(self, other: "Fragment") -> float:
        """The share of the lower one's height in which both stand side by side."""
        common = min(self.top, other.top) - max(self.bottom, other.bottom)
        return common / max(min(self.height, other.height), 0.01)


@dataclass(frozen=True)
class TextBlock:
    """A paragraph or table of a page, with the height of its text in points."""

    text: str
    height: float
    is_table: bool = False


def fragments(characters: Iterable[Fragment]) -> list[Fragment]:
    """Joins characters, in the order in which the page draws them, to fragments of lines."""
    groups: list[list[Fragment]] = []
    texts: list[str] = []
    space = False
    for character in characters:
        if character.text.isspace():
            space = True
            continue
        if groups and _continues(groups[-1], character):
            texts[-1] += _between(groups[-1][-1], character, space) + character.text
            groups[-1].append(character)
        else:
            groups.append([character])
            texts.append(character.text)
        space = False
    return [_whole(text, group) for text, group in zip(texts, groups, strict=True)]


def blocks(fragments: list[Fragment]) -> list[TextBlock]:
    """The paragraphs and tables of a page in reading order, columns one after the other."""
    return [block for column in reading_order(fragments) for block in _paragraphs(_lines(column))]


def reading_order(fragments: list[Fragment]) -> list[list[Fragment]]:
    """The columns of a page in the order in which they are read; what spans two of them divides them."""
    gutter = _gutter(fragments)
    if gutter is None:
        return [fragments]
    across = sorted((f for f in fragments if f.left < gutter < f.right), key=lambda f: -f.middle)
    rest = [f for f in fragments if not f.left < gutter < f.right]
    columns: list[list[Fragment]] = []
    for divider in [*across, None]:
        above = [f for f in rest if divider is None or f.middle > divider.middle]
        rest = [f for f in rest if f not in above] if divider else []
        for side in ([f for f in above if f.right <= gutter], [f for f in above if f.left >= gutter]):
            columns += reading_order(side) if side else []
        columns += [[divider]] if divider else []
    return _without_breaks(columns)


def _without_breaks(columns: list[list[Fragment]]) -> list[list[Fragment]]:
    """Joins single dividers that follow each other, which are the lines of one paragraph."""
    joined: list[list[Fragment]] = []
    for column in columns:
        if len(column) == 1 and joined and joined[-1][-1].middle > column[0].middle and len(joined[-1]) < 50:
            previous = joined[-1]
            if all(f.left < column[0].right and f.right > column[0].left for f in previous):
                previous.append(column[0])
                continue
        joined.append(list(column))
    return joined


def _gutter(fragments: list[Fragment]) -> float | None:
    """The x that divides two columns of prose, or None.

    Lines of prose fill their column; labels, page numbers and cells do not, and are read across.
    """
    if len(fragments) < 6:
        return None
    start, end = min(f.left for f in fragments), max(f.right for f in fragments)
    width = end - start
    places = [start + width * part / 100 for part in range(20, 81)]
    crossings = {x: sum(f.left < x < f.right for f in fragments) for x in places}
    fewest = min(crossings.values())
    best = [x for x in places if crossings[x] == fewest]
    gutter = best[len(best) // 2]
    if fewest > 0.4 * len(fragments) or not all(_is_prose(side, width) for side in _sides(fragments, gutter)):
        return None
    return gutter


def _sides(fragments: list[Fragment], gutter: float) -> tuple[list[Fragment], list[Fragment]]:
    return [f for f in fragments if f.right <= gutter], [f for f in fragments if f.left >= gutter]


def _is_prose(side: list[Fragment], width: float) -> bool:
    return len(side) >= 3 and median(f.right - f.left for f in side) > 0.22 * width


def _continues(group: list[Fragment], character: Fragment) -> bool:
    """Whether `character` goes on in the line of `group`, as a superscript too, with no gap as wide as a cell's."""
    first, last = group[0], group[-1]
    if _is_ligature(last, character):
        return True
    em = max(last.height, character.height)
    on_line = max(first.overlap(character), last.overlap(character)) >= _SAME_LINE
    return on_line and -0.5 * em < character.left - last.right < _CELL_GAP * em


def _between(last: Fragment, character: Fragment, space: bool) -> str:
    gap = character.left - last.right
    return " " if (space and gap > 0) or gap > _WORD_GAP * last.height else ""


def _is_ligature(last: Fragment, character: Fragment) -> bool:
    """PDFium gives each letter of a ligature the box of the whole."""
    return (last.left, last.right) == (character.left, character.right) and last.bottom == character.bottom


def _whole(text: str, group: list[Fragment]) -> Fragment:
    """A fragment as high as most of its characters, whatever exponents and brackets are among them."""
    bottom, top = median(c.bottom for c in group), median(c.top for c in group)
    text = _LEADERS.sub(" … ", text)
    return Fragment(text, group[0].left, bottom, max(c.right for c in group), top)


def _lines(column: list[Fragment]) -> list[list[Fragment]]:
    """The lines of a column from top to bottom, each from left to right."""
    lines: list[list[Fragment]] = []
    for fragment in sorted(column, key=lambda f: -f.middle):
        if lines and not fragment.is_table and not lines[-1][0].is_table and lines[-1][0].overlap(fragment) > 0.5:
            lines[-1].append(fragment)
        else:
            lines.append([fragment])
    return [sorted(line, key=lambda f: f.left) for line in lines]


def _paragraphs(lines: list[list[Fragment]]) -> Iterator[TextBlock]:
    for run in _runs(lines):
        if run[0][0].is_table:
            yield TextBlock(run[0][0].text, run[0][0].height, is_table=True)
            continue
        rows = aligned_table([[(f.left, f.right, f.text) for f in line] for line in run])
        height = median(line[0].height for line in run)
        yield TextBlock(markdown_table(rows) if rows else _prose(run), height, bool(rows))


def _runs(lines: list[list[Fragment]]) -> Iterator[list[list[Fragment]]]:
    """Lines that belong together: of one size, close to each other, all with gaps (cells) or all without."""
    run: list[list[Fragment]] = []
    for line in lines:
        if run and not _belongs(run[-1], line):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _belongs(above: list[Fragment], line: list[Fragment]) -> bool:
    one, other = above[0], line[0]
    if one.is_table or other.is_table or (len(above) > 2) != (len(line) > 2):
        return False
    small, large = sorted((one.height, other.height))
    distance = one.bottom - other.top
    cells = len(above) > 2
    return large < 1.15 * small and distance < (_PARAGRAPH_GAP + cells) * large


def _prose(run: list[list[Fragment]]) -> str:
    """Joins lines that fill the column by spaces, words divided by a hyphen without; other line ends stay."""
    texts = [" ".join(f.text for f in line) for line in run]
    end = max(line[-1].right for line in run)
    text = texts[0]
    for number, ((line, below), following) in enumerate(zip(pairwise(run), texts[1:], strict=True)):
        if text[-1:] in _HYPHENS or (re.search(r"\w-$", text) and following[:1].islower()):
            text = text[:-1] + following
        else:
            first_word = below[0].right - below[0].left if " " not in below[0].text else 4 * below[0].height
            full = line[-1].right + first_word > end and " … " not in texts[number]
            text += (" " if full else "\n") + following
    return text.translate(dict.fromkeys(map(ord, _HYPHENS), "-"))
