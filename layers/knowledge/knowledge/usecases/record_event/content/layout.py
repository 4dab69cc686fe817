"""Plain text that somebody laid out by hand: its headings, its aligned tables and its lists of commits, as Markdown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from knowledge.usecases.record_event.language import wording

OPENING = 3  # the rank of what opens a paragraph, as a heading
MAX_ROWS = 200  # of a table; a longer one is read as several
MAX_HEADING = 60  # characters; of a numbered one half as many more

_NUMBERED = re.compile(r"\d{1,2}[.)] ")
_POINT = re.compile(r"[ \t]*\d{1,2}\.\d{1,2}\.? +(?=[^\W\d_a-z])")  # 7.1 of what is numbered by chapters
_ENDED = re.compile(r"[.!?:;,…|]$")  # a line that ends as a sentence or a row does, and as no heading
_MARKED = re.compile(r"[-*+•#>|`]")  # a line that Markdown marks already
# A paragraph that opens with bold words, behind its number or without: `**Prices.** The well package …`
_OPENING = re.compile(
    r"(?<![^\n]\n)^[ \t]*(?:\d{1,2}[.)] )?(?P<marks>\*\*|__|\*|_)(?P<name>[^\W_][^*_\n]{0,58}?)(?P<end>[.!?:]?)"
    r"(?P=marks)(?P<dot>\.?)(?P<rest>[ \t]+[^\n]*|)$",
    re.M,
)
_PARAGRAPH = re.compile(r"(?<=\n\n)(?=\S)")
_END = "#" * OPENING  # an empty heading: what stands behind it is below none that opens a paragraph
# Lines one below another that each have a label: `**Learners:** 402 active`.
_FIELD = r"^[*_]{0,2}[^\W\d_a-z][^:*_|\n]{0,40}(?:[*_]{0,2}: |:[*_]{1,2} )\S[^\n]{0,140}\n?"
_FIELDS = re.compile(rf"(?<![^\n]\n)(?:{_FIELD}){{3,}}(?![^\n])", re.M)
# Two spaces or more: what is aligned by hand.
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_CELL = re.compile(r"\S+(?: \S+)*")  # cells stand two spaces apart
# The one space before the number that a cell ends with.
_VALUE = re.compile(r"(?<=\S) (?=[\d.,]+(?: ?%)?$)")
_AMOUNT = re.compile(r"(?!(?:19|20)\d\d$)\W{0,2}\d")  # a year is a column's name
# A short or full hash before a message of two words at least.
_COMMIT = re.compile(r"^[ \t]*(?:[-*] )?[0-9a-f]{7,40}[ \t]+(?=[^\W\d]\S* )", re.M)


@dataclass(frozen=True)
class _Cell:
    """What stands between gaps, and where."""

    text: str
    start: int
    end: int

    def overlap(self, column: tuple[int, int]) -> int:
        """How many characters it shares with the column; below zero how many lie between them."""
        return min(self.end, column[1]) - max(self.start, column[0])


def as_markdown(text: str) -> str:
    """The text with headings and items marked as such, aligned columns as a table, and each commit by itself."""
    itemised = _FIELDS.sub(lambda fields: re.sub("^", "- ", fields[0].rstrip("\n"), flags=re.M) + "\n", text)
    lines = _COMMIT.sub("\n", _with_openings(itemised)).splitlines()
    marked: list[str] = []
    at = 0
    while at < len(lines):
        rows = _rows(lines, at)
        if rows:
            marked += ["", *_table(rows, _above(marked)), ""]
            at += len(rows)
        else:
            heading = _is_heading(lines, at)
            point = _POINT.match(lines[at])
            marked += ["", f"## {lines[at].strip()}", ""] if heading else ["", lines[at]] if point else [lines[at]]
            at += 1
    return "\n".join(marked)


def _with_openings(text: str) -> str:
    """The text with the bold words that open its paragraphs as headings, where they open several.

    One alone that ends with a colon does so beside several that end with none, where it has several words and whole
    sentences follow: else it is a label, as `**Ann:** Good morning.` and `**Author:** Ann Lee` are.
    What is part of the sentence behind it stays there, too: `**Turnover** 38,900, up from 33,100`.
    """
    opening = list(_OPENING.finditer(text))
    labels = [match for match in opening if match["end"] == ":"]
    if len(labels) != 1 or len(opening) < 3 or not all(map(_heads_sentences, labels)):
        opening = [match for match in opening if match not in labels]
    names = {match["name"] for match in opening}
    if not 1 < len(names) == len(opening):
        return text
    starts = [*(match.start() for match in opening), len(text)]
    parts = (text[at:end] for at, end in pairwise(starts))
    whole = zip(opening, parts, chain(opening[1:], [None]), strict=True)
    return text[: starts[0]] + "".join(_opened(*one) for one in whole)


def _heads_sentences(label: re.Match[str]) -> bool:
    """Whether it has several words, and stands above a text or whole sentences: no field's name, and no bare value."""
    rest = label["rest"].strip()
    return " " in label["name"] and (not rest or rest.endswith((".", "!", "?")))


def _opened(opening: re.Match[str], text: str, after: re.Match[str] | None) -> str:
    """The text from one opening to the one `after` it, below its name as a heading.

    Words before a paragraph's own text head that and its lists; what stands in paragraphs of its own behind the last of
    them is below none, unless it leans on it.
    """
    below = text[opening.end() - opening.start() :]
    heading = _as_heading(opening)
    if after or not opening["rest"].strip():
        return heading + below
    starts = (start.end() for start in _PARAGRAPH.finditer(below))
    end = next((at for at in starts if _stands_alone(below[at : at + MAX_HEADING])), None)
    return heading + (below if end is None else f"{below[:end]}{_END}\n\n{below[end:]}")


def _stands_alone(paragraph: str) -> bool:
    """Whether a paragraph that begins here is a text of its own, neither marked as a list is nor leaning."""
    return not (_MARKED.match(paragraph) or _NUMBERED.match(paragraph) or wording.leans(paragraph.partition("\n")[0]))


def _as_heading(opening: re.Match[str]) -> str:
    ends = opening["end"] or opening["dot"] or not opening["rest"].strip()
    below = opening["rest"].strip() if ends else f"{opening['name']}{opening['rest']}"
    return f"{_END} {opening['name']}\n\n{below}"


def _rows(lines: Sequence[str], at: int) -> list[list[str]]:
    """The lines from there on that are rows of one table, each with a cell for each column; [] where they are none."""
    rows: list[list[_Cell]] = []
    for line in lines[at : at + MAX_ROWS] if _GAP.search(lines[at]) else ():
        cells = [_Cell(match[0], match.start(), match.end()) for match in _CELL.finditer(line)]
        if len(cells) < 2 or _MARKED.match(line.strip()):
            break
        rows.append(cells)
    width = max(map(len, rows), default=0)
    if width < 3 or sum(len(row) >= width - 1 for row in rows) < 2:
        return []
    whole = [row for row in rows if len(row) == width]
    columns = [
        (min(cell.start for cell in cells), max(cell.end for cell in cells)) for cells in zip(*whole, strict=True)
    ]
    return [_in_columns(row, columns) for row in rows]


def _in_columns(row: Sequence[_Cell], columns: Sequence[tuple[int, int]]) -> list[str]:
    """The row's cells, each in the column above or below which it stands; what is empty in between stays empty."""
    placed = [""] * len(columns)
    for at, cell in enumerate(row):
        left = len(row) - at - 1  # cells that need a column of their own behind this one
        free = range(max((i + 1 for i, text in enumerate(placed) if text), default=0), len(columns) - left)
        nearest = max(free, key=lambda i: cell.overlap(columns[i]))
        placed[nearest] = cell.text
    if len(row) < len(columns) and not placed[1] and row[0].end > columns[1][0]:
        placed[:2] = [*_VALUE.split(placed[0], maxsplit=1), ""][:2]  # a long name reaches up to its first value
    return placed


def _table(rows: Sequence[Sequence[str]], heading: str) -> Iterator[str]:
    """With a row of names as a table, without one as a list of rows, each below its heading's words."""
    if rows[0][0] and any(_AMOUNT.match(cell) for cell in rows[0][1:]):
        yield from (f"- {heading}{name}: {'; '.join(filter(None, cells))}." for name, *cells in rows)
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
    after = next((line.strip() for line in lines[at + 1 : at + 4] if line.strip()), "")
    apart = not before or bool(_NUMBERED.match(line) and not _NUMBERED.match(before))
    short = 0 < len(line) <= MAX_HEADING * (1.5 if _NUMBERED.match(line) else 1) and ": " not in line
    plain = not _MARKED.match(line) and not _ENDED.search(line) and not line[:1].islower()
    counted = bool(_NUMBERED.match(line) and _NUMBERED.match(after))
    follows = bool(after) and not counted and (not after[0].islower() or _is_above_table(lines, at))
    return short and plain and apart and follows


def _is_above_table(lines: Sequence[str], at: int) -> bool:
    """Whether a blank line and then aligned columns stand below, whose names may be small."""
    below = next((other for other in range(at + 1, min(at + 4, len(lines))) if lines[other].strip()), at + 1)
    return below > at + 1 and bool(_rows(lines, below))
