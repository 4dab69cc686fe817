"""Runs of text, split and joined so that each fits the model and none is needlessly small."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from knowledge.chunks.boundaries import ANYWHERE, FINER, INSIDE, Count, Piece

SMALL = 50  # tokens; a smaller run joins its neighbour

Range = tuple[int, int]


def balanced(
    spans: Sequence[Range], content: str, pieces: Sequence[Piece], count: Count, max_tokens: int
) -> list[Range]:
    """The spans, those over `max_tokens` cut, those under 50 tokens joined with a neighbour.

    Where both are too much for one, they are cut anew, as near to the middle as the best place allows. What counts are
    the tokens of each whole text: they may be more, or fewer, than those of its pieces.
    """
    return _SpanBalancer(content, pieces, count, max_tokens).balanced(spans)


class _SpanBalancer:
    """Joins and cuts spans of one text; counts each once."""

    def __init__(self, content: str, pieces: Sequence[Piece], count: Count, max_tokens: int) -> None:
        self._content, self._pieces, self._count, self._max = content, pieces, count, max_tokens
        self._starts = [piece.start for piece in pieces]
        self._counted: dict[Range, int] = {}

    def balanced(self, spans: Sequence[Range]) -> list[Range]:
        """In one walk from the first to the last."""
        self._sizes(spans)
        balanced = [part for span in spans for part in self._parts(span)[1]]
        place = 0
        while place < len(balanced):
            if self._is_small(balanced[place]) and self._join(balanced, place):
                continue  # what is at this place now may be small still
            place += 1
        return balanced

    def _join(self, spans: list[Range], place: int) -> bool:
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
                boundaries = {match.start() for match in boundary.finditer(self._content, piece.start + 1, piece.end)}
                by_rank.setdefault(INSIDE if piece.whole else rank, set()).update(boundaries)
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
