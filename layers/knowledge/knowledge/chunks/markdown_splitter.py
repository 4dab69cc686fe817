"""Markdown → chunks to embed, along the document's own structure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, pairwise

from knowledge.chunks import sessions
from knowledge.chunks.balancing import Range, balanced
from knowledge.chunks.boundaries import Count, Piece, pieces_of
from knowledge.files.formats import description
from knowledge.files.formats.summary import MAX_TITLE
from knowledge.text import frontmatter, markdown
from knowledge.text.strings import one_line

LARGE = 1000  # tokens; a larger section is cut at its H3 headings
AIM = 500  # tokens of a chunk that is made of paragraphs
PARAGRAPHS = 200  # tokens that such a chunk has at least


@dataclass(frozen=True)
class Chunk:
    """One piece of a document, its text from character `start` to `end`.

    `breadcrumb` has the headings, outermost first, that hold for all of it; `tags` and `project` are the
    document's; a `project` of None holds for all. `session_date` is the day on which it was said, `speaker` who says
    all of it where its text does not.
    """

    path: str
    index: int
    text: str
    breadcrumb: tuple[str, ...]
    tags: tuple[str, ...]
    start: int
    end: int
    project: str | None = None
    session_date: date | None = None
    speaker: str | None = None


def chunk(path: str, content: str, count: Count, max_tokens: int, day: date | None = None) -> list[Chunk]:
    """The document's chunks in order; their texts, joined, are the document without its front matter and header.

    What these say is metadata (`tags`, the breadcrumb's title), and no chunk's text: a question would meet it
    everywhere.
    What no heading dates is of the `day`, or of that which the document states.
    `count` gives each text's tokens as the embedding model sees them; no chunk has more than `max_tokens`, which is
    at least 150. Sections of H1 and H2 are chunks; those over 1,000 tokens, or over `max_tokens`, are cut at H3, then
    between paragraphs into chunks of at least 200 and about 500. What has under 50 joins its neighbour, unless it is
    the whole document. Code, tables and HTML stay whole unless one alone is over `max_tokens`, or a small rest has no
    other neighbour and both are too much for one.
    """
    front, body = description.split(content)
    if not body:
        return []
    blocks, lead = markdown.blocks(body), len(front)
    fields = frontmatter.fields(content)
    names = _title(content, fields, blocks)
    pieces = pieces_of(body, blocks, count, max_tokens)
    cuts = [*(pieces[first].start for first, _ in _Sections(pieces, max_tokens).ranges()), len(body)]
    spans = balanced(list(pairwise(cuts)), body, pieces, count, max_tokens)
    tags, of_project = tuple(frontmatter.tags(fields)), project(fields)
    dates = sessions.session_days(spans, blocks, body, day or sessions.stated_day(path, fields))
    utterances = zip(dates, sessions.speakers(spans, blocks, body), strict=True)
    breadcrumbs = _breadcrumbs(spans, blocks)
    return [
        Chunk(path, index, body[start:end], (*names, *crumb), tags, lead + start, lead + end, of_project, *utterance)
        for index, ((start, end), crumb, utterance) in enumerate(zip(spans, breadcrumbs, utterances, strict=True))
    ]


def project(fields: frontmatter.Fields) -> str | None:
    """The project that front matter names."""
    stated = fields.get("project")
    return stated.strip()[:200] or None if isinstance(stated, str) else None


def title(fields: frontmatter.Fields, heading: str) -> tuple[str, ...]:
    """What front matter calls a document, where its first heading is another: the outermost of its breadcrumbs."""
    stated = fields.get("title")
    named = one_line(stated)[:MAX_TITLE].strip() if isinstance(stated, str) else ""
    return (named,) if named.casefold() not in ("", heading.casefold()) else ()


def _title(content: str, fields: frontmatter.Fields, blocks: Sequence[markdown.Block]) -> tuple[str, ...]:
    """The title that a header, or else front matter, states, where the first heading is another."""
    named = description.header(content)
    first = next((block.title for block in blocks if block.is_heading), "")
    return title(fields | {"title": named.title} if named else fields, first)


class _Sections:
    """Chooses which runs of pieces are chunks. A range is the first piece's number and the one after the last."""

    def __init__(self, pieces: Sequence[Piece], max_tokens: int) -> None:
        self._ranks = [piece.rank for piece in pieces]
        self._before = [0, *accumulate(piece.tokens for piece in pieces)]
        self._large = min(LARGE, max_tokens)

    def ranges(self) -> Iterator[Range]:
        """All pieces, in order, in ranges of at most `max_tokens`."""
        for section in self._at_headings((0, len(self._ranks)), 2):
            if self._tokens(section) <= self._large:
                yield section
                continue
            for part in self._at_headings(section, 3):
                yield from [part] if self._tokens(part) <= self._large else self._paragraphs(part)

    def _tokens(self, one: Range) -> int:
        return self._before[one[1]] - self._before[one[0]]

    def _at_headings(self, one: Range, level: int) -> Iterator[Range]:
        first, last = one
        starts = [place for place in range(first + 1, last) if self._ranks[place] <= level]
        return pairwise([first, *starts, last])

    def _paragraphs(self, one: Range) -> Iterator[Range]:
        """Ranges of about equal size, as many as bring them nearest to the aim."""
        first, last = one
        while first < last:
            enough = self._tokens((first, last)) <= min(self._large, AIM * 3 // 2)
            end = last if enough else self._end(first, last)
            yield first, end
            first = end

    def _end(self, first: int, last: int) -> int:
        """Where to cut next: at the best rank that leaves 200 tokens on both sides, near the ideal size."""
        size, left = self._before[first], self._tokens((first, last))
        ideal = size + left / max(-(-left // self._large), round(left / AIM))
        least = min(PARAGRAPHS, self._large // 2)
        low = max(first + 1, bisect_left(self._before, size + least))
        high = max(first + 1, bisect_right(self._before, size + self._large) - 1)
        roomy = [end for end in range(low, min(high, last - 1) + 1) if self._before[last] - self._before[end] >= least]
        if not roomy:
            return min(high, last)
        return min(roomy, key=lambda end: (self._ranks[end], abs(self._before[end] - ideal)))


def _breadcrumbs(spans: Sequence[Range], blocks: Sequence[markdown.Block]) -> Iterator[tuple[str, ...]]:
    """For each span the headings that hold for all of it."""
    headings = [block for block in blocks if block.is_heading]
    first = blocks[0].start if blocks else 0  # behind a BOM or blank lines
    in_force: list[markdown.Block] = []
    place = 0
    for start, end in spans:
        while place < len(headings) and headings[place].start <= max(start, first):
            in_force = _under(in_force, headings[place])
            place += 1
        common = in_force
        for later in headings[place : bisect_left(headings, end, key=lambda heading: heading.start)]:
            common = [heading for heading in common if heading.rank < later.rank]
        yield tuple(heading.title for heading in common)


def _under(in_force: Sequence[markdown.Block], heading: markdown.Block) -> list[markdown.Block]:
    """The headings in force from this one on: itself and those above it."""
    return [*(other for other in in_force if other.rank < heading.rank), heading]
