"""A document → its blocks, split where one is longer than the model can read."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge.text import markdown

Count = Callable[[Sequence[str]], list[int]]

# Further ranks of places to cut, each worse than the one before, after those of `markdown`.
LINE, SENTENCE, WORD, INSIDE, ANYWHERE = range(9, 14)
# Each finds places, not texts: nothing is taken up, so that cutting loses no character.
FINER = {
    LINE: re.compile(r"(?<=\n)(?=[^\r\n])"),
    SENTENCE: re.compile(r"(?<=[.!?。！？]\s)(?=\S)"),
    WORD: re.compile(r"(?<=\s)(?=\S)"),
}


@dataclass(frozen=True)
class Piece:
    """A run of text that needs no further cut; `rank` says how good a place its start is to cut."""

    start: int
    end: int
    rank: int
    whole: bool
    tokens: int = 0


def pieces_of(content: str, blocks: Sequence[markdown.Block], count: Count, max_tokens: int) -> list[Piece]:
    """The document's blocks, and of those over `max_tokens` the lines, sentences, words or halves."""
    starts = [block.start for block in blocks]
    lead = [Piece(0, starts[0] if starts else len(content), 1, whole=False)] if not starts or starts[0] else []
    pieces = [*lead, *_block_pieces(blocks, [*starts[1:], len(content)])]
    for boundary in (None, *FINER, ANYWHERE, *[ANYWHERE] * max(1, len(content)).bit_length()):
        pieces = _cut_finer(content, pieces, boundary, max_tokens) if boundary else pieces
        pieces = _counted(content, pieces, count)
        if all(piece.tokens <= max_tokens for piece in pieces):
            break
    return pieces


def _block_pieces(blocks: Sequence[markdown.Block], ends: Sequence[int]) -> Iterator[Piece]:
    """A piece for each block. What follows front matter or a heading stays with it as long as it can."""
    before = None
    for block, end in zip(blocks, ends, strict=False):
        glued = before.is_heading and not block.is_heading if before else block.start > 0
        yield Piece(block.start, end, LINE if glued else block.rank, block.whole)
        before = block


def _cut_finer(content: str, pieces: Sequence[Piece], rank: int, max_tokens: int) -> list[Piece]:
    """The pieces, those over `max_tokens` cut at every place of this rank, or in two halves."""
    finer: list[Piece] = []
    for piece in pieces:
        if piece.tokens <= max_tokens:
            finer.append(piece)
            continue
        if rank == ANYWHERE:
            places = [(piece.start + piece.end) // 2]
        else:
            places = [match.start() for match in FINER[rank].finditer(content, piece.start + 1, piece.end)]
        inner = [place for place in places if piece.start < place < piece.end]
        ranked = [piece.rank, *[INSIDE if piece.whole and rank < INSIDE else rank] * len(inner)]
        spans = pairwise([piece.start, *inner, piece.end])
        finer += [Piece(start, end, one, piece.whole) for (start, end), one in zip(spans, ranked, strict=True)]
    return finer


def _counted(content: str, pieces: Sequence[Piece], count: Count) -> list[Piece]:
    """The pieces with their tokens, all counted at once where they are not counted yet."""
    unknown = [piece for piece in pieces if not piece.tokens]
    tokens = iter(count([content[piece.start : piece.end] for piece in unknown]))
    return [
        piece if piece.tokens else Piece(piece.start, piece.end, piece.rank, piece.whole, next(tokens))
        for piece in pieces
    ]
