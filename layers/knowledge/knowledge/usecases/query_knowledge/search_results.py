"""What search has for a question, and whether the questions beside a task are answered."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from knowledge.issues.models import IssueMatch
from knowledge.matches import relevance
from knowledge.matches.models import Match
from knowledge.ports.embedder import Vector
from knowledge.usecases.query_knowledge.models import Question, RerankReceipt

NOTHING_THEN = "nothing is known that passes the filters; as_of answers no passage of a file that was changed since"
NOTHING_PASSES = "nothing is known that passes the filters"
NOTHING = "nothing is known yet: complete a run with agent-complete, or write or upload a file"
ASK_APART = "a long text is near to little; ask for each thing that is to be known as one of its `questions`"
LONG = 500  # characters of a query, about: what a text of so many asks for is hardly a share of it
ISSUES = 3  # at most


@dataclass(frozen=True)
class SearchResults:
    """What search has for a question: the rows that are nearest, those that are about it, and the issues.

    Of several questions `question` and `rows` are of the one that is answered best, and `beside` are the others' rows;
    the `vector` is the first one's. `doubt` is why nothing of them is told but what is beyond doubt. `reranked` tells
    of the language model that chose the matches, `note` why it did not where it was to; `unasked` why nothing was
    searched for.
    """

    question: Question
    vector: Vector | None
    rows: list[Match]
    matches: list[Match]
    issues: list[IssueMatch]
    floor: float
    beside: list[Match] = field(default_factory=list)
    doubt: str | None = None
    reranked: RerankReceipt | None = None
    note: str | None = None
    unasked: str | None = None

    @property
    def confidence(self) -> float:
        """How surely the nearest row is about the question."""
        return max(map(relevance.confidence, self.rows), default=0.0)

    @property
    def nearest_place(self) -> str:
        """The learning or the file of which the nearest row is; "" where there is none."""
        row = max(self.rows, key=relevance.confidence, default=None)
        return (row.source.path if row.source else str(row.id)) if row else ""


def together(
    answers: Sequence[SearchResults],
    matches: list[Match],
    *,
    doubt: str | None = None,
    reranked: RerankReceipt | None = None,
) -> SearchResults:
    """The answers to several questions as one, with these matches."""
    nearest = max(answers, key=lambda answer: answer.confidence)
    issues = {issue.id: issue for answer in answers for issue in answer.issues}
    return replace(
        nearest,
        vector=answers[0].vector,
        beside=[row for answer in answers if answer is not nearest for row in answer.rows],
        matches=matches,
        issues=sorted(issues.values(), key=lambda issue: -issue.similarity)[:ISSUES],
        doubt=doubt,
        reranked=reranked,
    )


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


def why_empty(results: SearchResults) -> str:
    """What to tell who gets nothing."""
    rows, question, floor = results.rows, results.question, results.floor
    if results.unasked:
        return results.unasked
    if results.doubt and (rows or results.beside):
        return f"nothing is near enough: {results.doubt}"
    if results.matches:
        return "nothing of what is near fits; ask with a larger max_tokens or max_characters"
    if results.reranked and results.reranked.candidates:
        return f"the language model found nothing needed among the {results.reranked.candidates} that are nearest"
    if question.match_threshold is not None:
        return f"nothing has a match_threshold of {question.match_threshold} and passes the filters"
    if not rows:
        is_narrowed = question.project or question != question.unfiltered
        return NOTHING_THEN if question.as_of else NOTHING_PASSES if is_narrowed else NOTHING
    why = f"nothing is near enough: the best has {results.confidence:.2f}, and the floor is {floor:.2f}"
    return f"{why}; {ASK_APART}" if len(question.query) > LONG else why
