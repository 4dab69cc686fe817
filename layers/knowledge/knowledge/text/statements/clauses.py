"""A statement → its clauses, each with what is said around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from knowledge.text.sentences import sentences
from knowledge.text.statements.former_values import ANSWERED
from knowledge.text.statements.values import values

WORD = re.compile(r"[^\W\d_][\w-]*[^\W_]")  # of two characters or more
# At commas, and at an "and" that a figure follows within three words: other conjunctions join names.
PARTS = re.compile(
    r"[,;]\s+(?:(?:and|but|und|aber|et|mais|y|pero) )?|(?<!\s)\s+(?=(?:and|und|et|y) (?:[^\W\d_]+ ){0,3}\d)"
)
_FIRST_CELL_END = " — "  # as a table's rows are written as sentences
# A table's first cell, or what stands before a colon: eight words at most.
_ROW = re.compile(r"(?:[^\s:]+ ){0,7}?[^\s:]+(?: — |: )")


@dataclass(frozen=True)
class Clause:
    """A clause, the sentence that it stands in, and what is said around it: the question, or the other clauses."""

    text: str
    sentence: str
    context: str
    answers: bool
    alone: bool
    row: str = ""  # what the others are about: a heading before a colon, or the first cell of a table's row
    in_table: bool = False

    @property
    def cell(self) -> str:
        """The column's heading, of a cell in a table."""
        return self.text.rpartition(_FIRST_CELL_END)[2].partition(":")[0] if self.in_table else ""

    def is_of_another_row(self, text: str) -> bool:
        """Whether it is a cell of a table's row that the text does not name."""
        return self.in_table and self.row.removesuffix(_FIRST_CELL_END).casefold() not in text.casefold()


@lru_cache(maxsize=4_096)
def clauses(statement: str) -> tuple[Clause, ...]:
    """The clauses of a statement's sentences, but for its questions, which say what the others are about."""
    return tuple(_clauses(statement))


def parts(sentence: str) -> list[str]:
    """What it says between commas."""
    return [part for part in PARTS.split(sentence.rstrip(".")) if WORD.search(part) or values(part)]


def _clauses(statement: str) -> Iterator[Clause]:
    pieces = [part for sentence in sentences(statement) for part in ANSWERED.split(sentence)]
    for at, sentence in enumerate(pieces):
        if sentence.endswith("?"):
            continue
        asked = pieces[at - 1] if at and pieces[at - 1].endswith("?") else ""
        row, texts = _ROW.match(sentence), parts(sentence)
        for part in texts:
            context = asked or " ".join(other for other in texts if other != part)
            yield Clause(
                part,
                sentence,
                context,
                bool(asked),
                len(texts) == 1,
                row[0] if row else "",
                bool(row and row[0].endswith(_FIRST_CELL_END)),
            )
