"""Markdown into chunks to embed, along the document's own structure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from knowledge import markdown
from knowledge.pieces import ANYWHERE, FINER, INSIDE, Count, Piece, pieces_of
from knowledge.tiers import frontmatter

LARGE = 1000  # tokens; a larger section is cut at its H3 headings
AIM = 500  # tokens of a chunk that is made of paragraphs
PARAGRAPHS = 200  # tokens that such a chunk has at least
SMALL = 50  # tokens; a smaller section joins its neighbour

Range = tuple[int, int]


@dataclass(frozen=True)
class Chunk:
    """One piece of a document, its text from character `start` to `end`.

    `breadcrumb` has the headings, outermost first, that hold for all of it; `tags` are the document's.
    """

    path: str
    index: int
    text: str
    breadcrumb: tuple[str, ...]
    tags: tuple[str, ...]
    start: int
    end: int


def chunk(path: str, content: str, count: Count, max_tokens: int) -> list[Chunk]:
    """The document's chunks in order; their texts, joined, are the document.

    `count` gives each text's tokens as the embedding model sees them; no chunk has more than `max_tokens`, which is
    at least 150. Sections of H1 and H2 are chunks; those over 1,000 tokens, or over `max_tokens`, are cut at H3, then
    between paragraphs into chunks of at least 200 and about 500. What has under 50 joins its neighbour, unless it is
    the whole document. Code, tables and HTML stay whole unless one alone is over `max_tokens`.
    """
    if not content:
        return []
    blocks = markdown.blocks(content, skip=len(frontmatter.split(content)[0]))
    pieces = pieces_of(content, blocks, count, max_tokens)
    cuts = [*(pieces[first].start for first, _ in _Sections(pieces, max_tokens).ranges()), len(content)]
    spans = _Settling(content, pieces, count, max_tokens).settled(list(pairwise(cuts)))
    tags = tuple(frontmatter.tags(frontmatter.fields(content)))
    return [
        Chunk(path, index, content[start:end], crumb, tags, start, end)
        for index, ((start, end), crumb) in enumerate(zip(spans, _breadcrumbs(spans, blocks), strict=True))
    ]


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
        done, left = self._before[first], self._tokens((first, last))
        ideal = done + left / max(-(-left // self._large), round(left / AIM))
        least = min(PARAGRAPHS, self._large // 2)
        low = max(first + 1, bisect_left(self._before, done + least))
        high = max(first + 1, bisect_right(self._before, done + self._large) - 1)
        roomy = [end for end in range(low, min(high, last - 1) + 1) if self._before[last] - self._before[end] >= least]
        if not roomy:
            return min(high, last)
        return min(roomy, key=lambda end: (self._ranks[end], abs(self._before[end] - ideal)))


class _Settling:
    """Joins and cuts spans until none is small or too large, by the tokens of the whole texts."""

    def __init__(self, content: str, pieces: Sequence[Piece], count: Count, max_tokens: int) -> None:
        self._content, self._pieces, self._count, self._max = content, pieces, count, max_tokens
        self._starts = [piece.start for piece in pieces]
        self._counted: dict[Range, int] = {}

    def settled(self, spans: Sequence[Range]) -> list[Range]:
        """The spans, those over `max_tokens` cut, those under 50 joined with a neighbour or given some of its text."""
        self._sizes(spans)
        settled = [part for span in spans for part in self._parts(span)[1]]
        place = 0
        while place < len(settled):
            if self._is_small(settled[place]) and self._mended(settled, place):
                continue  # what is at this place now may be small still
            place += 1
        return settled

    def _mended(self, spans: list[Range], place: int) -> bool:
        """Whether the small span could be joined with the next or the one before, both cut anew where they must be."""
        ways = []
        for at in (place, place - 1):
            if 0 <= at < len(spans) - 1:
                rank, parts = self._parts((spans[at][0], spans[at + 1][1]))
                if not any(map(self._is_small, parts)) or len(parts) == 1:
                    ways.append((rank, at, parts))
        if ways:
            _, at, spans[at : at + 2] = min(ways, key=lambda way: way[0])
        return bool(ways)

    def _parts(self, span: Range) -> tuple[int, list[Range]]:
        """The span in parts of at most `max_tokens`, and the worst rank at which it had to be cut, 0 for none."""
        start, end = span
        if self._sizes([span])[0] <= self._max or end - start < 2:
            return 0, [span]
        rank, cut = self._cut(span)
        left, right = self._parts((start, cut)), self._parts((cut, end))
        return max(rank, left[0], right[0]), left[1] + right[1]

    def _cut(self, span: Range) -> tuple[int, int]:
        """The best rank at which a cut leaves 50 tokens on both sides, and the place nearest to the middle."""
        start, end = span
        middle = self._middle(span)
        for rank, places in self._places(span):
            after = bisect_left(places, middle)
            for cut in sorted(places[max(0, after - 1) : after + 1], key=lambda place: abs(place - middle)):
                if not self._is_small((start, cut)) and not self._is_small((cut, end)):
                    return rank, cut
        return ANYWHERE, middle

    def _middle(self, span: Range) -> int:
        """The place inside the span that has half of its tokens on each side."""
        start, end = span
        half = self._sizes([span])[0] / 2
        inside = range(start + 1, end - 1)
        return start + 1 + bisect_left(inside, half, key=lambda place: self._count([self._content[start:place]])[0])

    def _places(self, span: Range) -> Iterator[tuple[int, list[int]]]:
        """The places to cut inside the span, in order, by rank, the best first."""
        start, end = span
        by_rank: dict[int, set[int]] = {}
        for piece in self._pieces[bisect_right(self._starts, start) - 1 : bisect_left(self._starts, end)]:
            by_rank.setdefault(piece.rank, set()).add(piece.start)
            for rank, boundary in FINER.items():
                found = {match.start() for match in boundary.finditer(self._content, piece.start + 1, piece.end)}
                by_rank.setdefault(INSIDE if piece.whole else rank, set()).update(found)
        for rank in sorted(by_rank):
            yield rank, sorted(place for place in by_rank[rank] if start < place < end)

    def _is_small(self, span: Range) -> bool:
        return self._sizes([span])[0] < SMALL

    def _sizes(self, spans: Sequence[Range]) -> list[int]:
        """The spans' tokens; all that are not known yet are counted at once."""
        new = [span for span in spans if span not in self._counted]
        if new:
            self._counted.update(zip(new, self._count([self._content[start:end] for start, end in new]), strict=True))
        return [self._counted[span] for span in spans]


def _breadcrumbs(spans: Sequence[Range], blocks: Sequence[markdown.Block]) -> Iterator[tuple[str, ...]]:
    """For each span the headings that hold for all of it."""
    headings = [block for block in blocks if block.is_heading]
    first = blocks[0].start if blocks else 0  # behind the front matter
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
