"""Which sentence of a line a sentence of an event is about, as the model's side for changes reads both together.

People say a change in other words, without what was before and on another page: words do not tell it, and what is near
only sounds alike. What a line tells to be so later is read as a sentence of it, and may change in its turn.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from knowledge.ports.embedder import Embedder, Likelihoods, Vector, cosine, likelihoods
from knowledge.text.change import LONGEST, OTHER, SENTENCES, TEMPERATURE
from knowledge.text.sentences import sentences
from knowledge.text.statements.numbered_rows import are_of_two_rows
from knowledge.text.statements.titled_statements import are_under_two_titles
from knowledge.text.statements.told_alike import are_told_alike, are_told_of_two

NEAREST, ALIKE = 5, 0.25  # sentences of lines that each of an event's is read with, and the cosine from which on
ALONE = 5  # words; a sentence of fewer is read with the one before it
LIKELY = 0.5  # how likely both have to be of one matter (docs/measurements/files.md)
SURELY = 0.85  # how surely they are of two for no words to tell that one ends the other


@dataclass(frozen=True)
class Line:
    """What a line states, and what it tells to have been said later."""

    text: str
    quotes: Sequence[str] = ()


class SentenceChange(NamedTuple):
    """A line, a statement of the matter of a sentence of it, from which of its sentences on, and of which quotes."""

    line: int
    statement: int
    sentence: str
    quotes: frozenset[str]


class _ReadSentence(NamedTuple):
    text: str
    of: int  # the number of the line or statement
    is_quote: bool = False


class _Pair(NamedTuple):
    earlier: _ReadSentence
    later: _ReadSentence
    likely: float


def changes(statements: Sequence[str], lines: Sequence[Line], embedder: Embedder) -> Iterator[SentenceChange]:
    """Each line with what ends a sentence of it, or goes on about it.

    One sentence changes the likeliest of several lines. A model without that side finds none.
    """
    groups = defaultdict[tuple[int, _ReadSentence], list[_Pair]](list)
    for pair in _strongest(_pairs(statements, lines, embedder)):
        groups[pair.earlier.of, pair.later].append(pair)
    for (line, later), pairs in groups.items():
        yield SentenceChange(
            line, later.of, later.text, frozenset(one.earlier.text for one in pairs if one.earlier.is_quote)
        )


def are_of_others(pairs: Sequence[tuple[str, str]], embedder: Embedder) -> list[bool]:
    """Which pairs are surely about different things; by a model that did not learn it none."""
    if "change" not in embedder.sides:
        return [False] * len(pairs)
    return [kinds[OTHER] >= SURELY for kinds in _read(pairs, embedder)]


def _read(pairs: Sequence[tuple[str, str]], embedder: Embedder) -> list[Likelihoods]:
    """How likely the later text of each ends the earlier one, tells the same, or something else."""
    cut = [(earlier[:LONGEST], later[:LONGEST]) for earlier, later in pairs]
    return likelihoods(cut, SENTENCES, embedder, "change", TEMPERATURE)


def _strongest(pairs: Sequence[_Pair]) -> Iterator[_Pair]:
    """Those of which neither sentence has a likelier pair, of the later one in another line."""
    ending, ended = dict[_ReadSentence, _Pair](), dict[_ReadSentence, _Pair]()
    for pair in sorted(pairs, key=lambda pair: pair.likely):
        ending[pair.later] = ended[pair.earlier] = pair
    own = (pair for pair in pairs if ended[pair.earlier] == pair)
    return (pair for pair in own if ending[pair.later].earlier.of == pair.earlier.of)


def _pairs(statements: Sequence[str], lines: Sequence[Line], embedder: Embedder) -> list[_Pair]:
    """The sentences that are near, and likely of one matter."""
    later = [_ReadSentence(text, number) for number, statement in enumerate(statements) for text in _alone(statement)]
    earlier = [sentence for number, line in enumerate(lines) for sentence in _of_line(line, number)]
    if "change" not in embedder.sides or not (later and earlier):
        return []
    vectors = embedder.embed([sentence.text for sentence in (*earlier, *later)])
    near = [(earlier[at], later[by]) for at, by in _near(vectors[: len(earlier)], vectors[len(earlier) :])]
    near = [
        (one, other)
        for one, other in near
        if not _are_of_two(other.text, one.text) and not are_under_two_titles(statements[other.of], lines[one.of].text)
    ]
    kinds = _read([(one.text, other.text) for one, other in near], embedder)
    pairs = [_Pair(*both, 1 - likely[OTHER]) for both, likely in zip(near, kinds, strict=True)]
    return [pair for pair in pairs if pair.likely >= LIKELY]


def _are_of_two(later: str, earlier: str) -> bool:
    """Whether they tell the same of two things by their form."""
    return any(apart(later, earlier) for apart in (are_of_two_rows, are_told_alike, are_told_of_two))


def _near(earlier: Sequence[Vector], later: Sequence[Vector]) -> list[tuple[int, int]]:
    """The places of the earlier vectors that are nearest to each later one, and its own."""
    columns = [[cosine(one, other) for one in earlier] for other in later]
    return [
        (at, by)
        for by, column in enumerate(columns)
        for at in nlargest(NEAREST, range(len(column)), column.__getitem__)
        if column[at] >= ALIKE
    ]


def _of_line(line: Line, number: int) -> Iterator[_ReadSentence]:
    yield from (_ReadSentence(text, number) for text in _alone(line.text))
    yield from (_ReadSentence(quote, number, is_quote=True) for quote in line.quotes)


def _alone(text: str) -> Iterator[str]:
    """Each sentence, and few words with what stands before them."""
    before = ""
    for sentence in sentences(text):
        before = f"{before} {sentence}" if before and len(sentence.split()) < ALONE else sentence
        yield before
