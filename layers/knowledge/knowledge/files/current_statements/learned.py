"""What an event says of lines, as the model's side for changes reads both together.

People say a change in other words, without what was before and on another page. Words do not tell that, and nearness
takes what only sounds alike.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest

from knowledge.ports.embedder import Embedder, Vector, cosine, likelihoods
from knowledge.text.change import ENDS, LONGEST, OTHER, SENTENCES, TEMPERATURE
from knowledge.text.sentences import sentences
from knowledge.text.statements.numbered_rows import are_of_two_rows

NEAREST, ALIKE = 3, 0.4  # sentences of lines that each of an event's is read with, and the cosine that both have
ALONE = 5  # words; a sentence of fewer is read with the one before it
LIKELY = 0.7  # how likely one has to end another for a line to lead to it (docs/measurements/files.md)
SURELY = 0.9  # how surely two have to be about different things for it not to

Pairs = Mapping[int, int]  # lines and statements, by their numbers


def ended(statements: Sequence[str], lines: Sequence[str], embedder: Embedder) -> dict[int, int]:
    """The lines of which a sentence is likely ended by one of a statement, each with the likeliest.

    By a model without that side none.
    """
    ours, theirs = list(_sentences(statements)), list(_sentences(lines))
    if "change" not in embedder.sides or not (ours and theirs):
        return {}
    vectors = embedder.embed([text for _, text in (*ours, *theirs)])
    own, known = vectors[: len(ours)], vectors[len(ours) :]
    near = ((theirs[at], ours[by]) for by in range(len(ours)) for at in _nearest(own[by], known))
    pairs = [(one, other) for one, other in near if not are_of_two_rows(other[1], one[1])]
    likely = _likely([(earlier, later) for (_, earlier), (_, later) in pairs], ENDS, embedder)
    ends = [(one, line, by) for one, ((line, _), (by, _)) in zip(likely, pairs, strict=True) if one >= LIKELY]
    return {line: by for _, line, by in sorted(ends)}


def of_one_matter(pairs: Pairs, statements: Sequence[str], lines: Sequence[str], embedder: Embedder) -> dict[int, int]:
    """Those of the pairs that are not surely about different things; by a model without that side all."""
    if "change" not in embedder.sides:
        return dict(pairs)
    others = _likely([(lines[at], statements[by]) for at, by in pairs.items()], OTHER, embedder)
    return {at: by for (at, by), other in zip(pairs.items(), others, strict=True) if other < SURELY}


def _likely(pairs: Sequence[tuple[str, str]], kind: str, embedder: Embedder) -> list[float]:
    read = [(earlier[:LONGEST], later[:LONGEST]) for earlier, later in pairs]
    return [one[kind] for one in likelihoods(read, SENTENCES, embedder, "change", TEMPERATURE)]


def _nearest(vector: Vector, others: Sequence[Vector]) -> list[int]:
    near = {at: cosine(other, vector) for at, other in enumerate(others)}
    return [at for at in nlargest(NEAREST, near, key=near.__getitem__) if near[at] >= ALIKE]


def _sentences(texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Each sentence with the number of its text, and few words with what stands before them."""
    for number, text in enumerate(texts):
        before = ""
        for sentence in sentences(text):
            leans = before and len(sentence.split()) < ALONE
            before = f"{before} {sentence}" if leans else sentence
            yield number, before
