"""What search has for a question, and whether the questions beside a task are answered."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.issues.models import IssueMatch
from knowledge.matches import relevance
from knowledge.matches.models import Match
from knowledge.ports.embedder import Vector
from knowledge.usecases.query_knowledge.models import Question


@dataclass(frozen=True)
class SearchResults:
    """What search has for a question: the rows that are nearest, those that are about it, and the issues.

    Of several questions `question` and `rows` are of the one that is answered best, and `beside` are the others' rows;
    the `vector` is the first one's. `doubt` is why nothing of them is told but what is beyond doubt.
    """

    question: Question
    vector: Vector | None
    rows: list[Match]
    matches: list[Match]
    issues: list[IssueMatch]
    floor: float
    beside: list[Match] = field(default_factory=list)
    doubt: str | None = None

    @property
    def confidence(self) -> float:
        """How surely the nearest row is about the question."""
        return max(map(relevance.confidence, self.rows), default=0.0)

    @property
    def nearest_place(self) -> str:
        """The learning or the file of which the nearest row is; "" where there is none."""
        row = max(self.rows, key=relevance.confidence, default=None)
        return (row.source.path if row.source else str(row.id)) if row else ""


def doubt_of(answers: Sequence[SearchResults]) -> str | None:
    """Why these questions are hardly answered, on the average; None where they are."""
    return relevance.doubt([answer.confidence for answer in answers], [answer.floor for answer in answers])


def trusted(answers: Sequence[SearchResults], beside: Sequence[SearchResults]) -> list[SearchResults]:
    """What is told where the questions beside a task are in doubt: what is beyond it, and what several of them have
    for the nearest that by themselves are in none. Who asks one thing in several words may miss it with some."""
    by_place: defaultdict[str, list[SearchResults]] = defaultdict(list)
    for answer in beside:
        by_place[answer.nearest_place].append(answer)
    agreeing = [alike for alike in by_place.values() if len(alike) > 1 and not doubt_of(alike)]
    sure = [answer for answer in answers if answer.confidence >= relevance.sure(answer.floor)]
    return [*sure, *(answer for alike in agreeing for answer in alike)]
