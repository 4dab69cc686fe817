"""Markdown into chunks to embed, along the document's own structure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from knowledge import markdown
from knowledge.pieces import ANYWHERE, FINER, INSIDE, WORD, Count, Piece, pieces_of
from knowledge.tiers import frontmatter

LARGE = 1000  # tokens; a larger section is cut at its H3 headings
AIM = 500  # tokens of a chunk that is made of paragraphs
PARAGRAPHS = 200  # tokens that such a chunk has at least
SMALL = 50  # tokens; a smaller section joins its neighbour

_TRIES = 4  # places of one rank that are tried, nearest to the middle first

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
    spans = _Repair(content, pieces, count, max_tokens).repaired(cuts)
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
        self._large, self._max = min(LARGE, max_tokens), max_tokens

    def ranges(self) -> list[Range]:
        """All pieces, in order, in ranges of at most `max_tokens`."""
        return self._joined(list(self._sections((0, len(self._ranks)))))

    def _tokens(self, one: Range) -> int:
        return self._before[one[1]] - self._before[one[0]]

    def _sections(self, whole: Range) -> Iterator[Range]:
        for section in self._at_headings(whole, 2):
            if self._tokens(section) <= self._large:
                yield section
                continue
            for part in self._at_headings(section, 3):
                yield from [part] if self._tokens(part) <= self._large else self._paragraphs(part)

    def _at_headings(self, one: Range, level: int) -> Iterator[Range]:
        first, last = one
        starts = [place for place in range(first + 1, last) if self._ranks[place] <= level]
        return pairwise([first, *starts, last])

    def _paragraphs(self, one: Range) -> Iterator[Range]:
        """Ranges of about equal size, as many as bring them nearest to the aim."""
        first, last = one
        while self._tokens((first, last)) > min(self._large, AIM * 3 // 2):
            end = self._end(first, last)
            yield first, end
            first = end
        yield first, last

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

    def _joined(self, ranges: Sequence[Range]) -> list[Range]:
        """The ranges, small ones joined with the next, else with the one before, where both fit into one."""
        forward: list[Range] = []
        for one in ranges:
            if forward and self._tokens(forward[-1]) < SMALL and self._fits(forward[-1], one):
                forward[-1] = (forward[-1][0], one[1])
            else:
                forward.append(one)
        back: list[Range] = []
        for one in forward:
            if back and self._tokens(one) < SMALL and self._fits(back[-1], one):
                back[-1] = (back[-1][0], one[1])
            else:
                back.append(one)
        return back

    def _fits(self, one: Range, following: Range) -> bool:
        return self._tokens((one[0], following[1])) <= self._max


class _Repair:
    """Puts right, by counting whole chunks, the few that are still too small or too large."""

    def __init__(self, content: str, pieces: Sequence[Piece], count: Count, max_tokens: int) -> None:
        self._content, self._pieces, self._count, self._max = content, pieces, count, max_tokens
        self._starts = [piece.start for piece in pieces]

    def repaired(self, cuts: Sequence[int]) -> list[Range]:
        """The spans between the cuts, changed only where one has under 50 tokens or over `max_tokens`."""
        spans = list(pairwise(cuts))
        sizes = self._count([self._content[start:end] for start, end in spans])
        fitting = [part for span, size in zip(spans, sizes, strict=True) for part in self._fitting(span, size)]
        sizes = (
            self._count([self._content[start:end] for start, end in fitting]) if len(fitting) > len(spans) else sizes
        )
        for place, size in enumerate(sizes):
            if size < SMALL and len(sizes) > 1:
                self._even_out(fitting, place)
        return fitting

    def _fitting(self, span: Range, size: int) -> list[Range]:
        """The span, or its halves where tokens across its pieces made it larger than their sum."""
        start, end = span
        if size <= self._max or end - start < 2:
            return [span]
        cut = next(self._cuts(span, 1, self._max, ANYWHERE), (start + end) // 2)
        halves = [(start, cut), (cut, end)]
        sizes = self._count([self._content[first:last] for first, last in halves])
        return [part for half, tokens in zip(halves, sizes, strict=True) for part in self._fitting(half, tokens)]

    def _even_out(self, spans: list[Range], place: int) -> None:
        """Gives a small span some of a neighbour's text: of the next, else of the one before; code comes last."""
        pairs = [at for at in (place, place - 1) if 0 <= at < len(spans) - 1]
        for worst in (WORD, ANYWHERE):
            for at in pairs:
                both = (spans[at][0], spans[at + 1][1])
                for cut in self._cuts(both, SMALL, self._max, worst):
                    spans[at : at + 2] = [(both[0], cut), (cut, both[1])]
                    return

    def _cuts(self, span: Range, least: int, most: int, worst: int) -> Iterator[int]:
        """The places that cut a span into two of `least` to `most` tokens: the best rank first, then the middle."""
        start, end = span
        for cut in self._places(span, worst):
            sizes = self._count([self._content[start:cut], self._content[cut:end]])
            if all(least <= size <= most for size in sizes):
                yield cut

    def _places(self, span: Range, worst: int) -> Iterator[int]:
        """Places to cut inside the span, the best rank first, of each rank those nearest to the middle."""
        start, end = span
        middle = (start + end) / 2
        inside = self._pieces[bisect_right(self._starts, start) - 1 : bisect_left(self._starts, end)]
        by_rank: dict[int, set[int]] = {}
        for piece in inside:
            by_rank.setdefault(piece.rank, set()).add(piece.start)
            for rank, boundary in FINER.items():
                found = {match.start() for match in boundary.finditer(self._content, piece.start + 1, piece.end)}
                by_rank.setdefault(INSIDE if piece.whole else rank, set()).update(found)
        for rank in sorted(rank for rank in by_rank if rank <= worst):
            places = sorted((place for place in by_rank[rank] if start < place < end), key=lambda at: abs(at - middle))
            yield from places[:_TRIES]


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
