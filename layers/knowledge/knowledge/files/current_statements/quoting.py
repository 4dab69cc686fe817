"""Which words of an event tell most of what an older line tells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.sentences import sentences
from knowledge.text.statements.marks import NOW
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import values

AFTER = 2  # statements behind the nearest one that may be quoted instead
NEAREST, ANSWERS = 0.3, 0.6  # what the nearest sentence, and a value that may stand for the line's, count beside words
LENGTH = 1_000  # characters that have to tell all of the line's words
SHORT = 60  # characters that may only name a subject


@dataclass(frozen=True)
class Later:
    """A statement of an event, and the page where it stands."""

    text: str
    path: str


def quote(statements: Sequence[Later], by: int, line: str, subjects: Subjects, embedder: Embedder) -> Later:
    """What the statement, or what was said behind it, tells instead of the line, as short as tells it.

    Behind it what tells a value where the line has one: who names a thing goes on, also on another page.
    """
    texts = sentences(statements[by].text)
    known, *vectors = embedder.embed([line, *texts])
    nearest = texts[max(range(len(texts)), key=lambda at: cosine(known, vectors[at]))]
    stems, older = subjects.stems(line), values(line)

    def worth(stretch: Later) -> float:
        shared = subjects.share(stems, subjects.stems(stretch.text))
        answers = any(new.answers_the_same(old) for new in values(stretch.text) for old in older)
        length = max(len(stretch.text), SHORT) / LENGTH
        return shared + NEAREST * (nearest in stretch.text) + ANSWERS * answers - length

    return max(_stretches(statements[by : by + 1 + AFTER]), key=worth)


def _stretches(statements: Sequence[Later]) -> Iterator[Later]:
    """What a quote holds of the sentences that follow each other on a page."""
    for path, of_page in groupby(statements, key=lambda one: one.path):
        texts = [text for one in of_page for text in sentences(one.text)]
        for begin in range(len(texts)):
            for end in range(begin + 1, len(texts) + 1):
                stretch = " ".join(texts[begin:end])
                if len(stretch) <= NOW or end == begin + 1:
                    yield Later(stretch, path)
