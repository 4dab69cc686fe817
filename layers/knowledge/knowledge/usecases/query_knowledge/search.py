"""A question → the learnings and document chunks that answer it, ranked, and ready for a prompt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID

from knowledge.errors import Misconfigured
from knowledge.issues import confidence
from knowledge.issues.models import IssueMatch
from knowledge.matches import relevance
from knowledge.matches.models import Match
from knowledge.matches.parts import add_issues, add_parts, count_for
from knowledge.matches.ranking import candidates, in_order, merged, ranked
from knowledge.matches.recency import POOL
from knowledge.matches.relevance import marked
from knowledge.matches.replacements import replacing_first
from knowledge.matches.retracted import without_retracted
from knowledge.matches.served import note_served
from knowledge.matches.token_budget import Budget
from knowledge.ports.callers_model import CallersModel
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder, Vector
from knowledge.ports.llm import LLM, LLMFailed
from knowledge.settings import SearchMode
from knowledge.text.statements.days import figured_days
from knowledge.text.statements.values import numbered_months
from knowledge.usecases.query_knowledge.models import Answer, Question, Receipt
from knowledge.usecases.query_knowledge.reranking import CANDIDATES, rerank
from knowledge.usecases.query_knowledge.search_results import (
    ISSUES,
    SearchResults,
    doubt_of,
    together,
    trusted,
    why_empty,
)
from knowledge.usecases.query_knowledge.unasked import why_unasked

NO_MODEL = (
    "no language model is asked here; set KNOWLEDGE_LLM_URL and KNOWLEDGE_LLM_RERANK_SECONDS, or send `answers` to have"
    " your own choose."
)
LEFT_OUT = 8  # of what the filters leave out that are compared with what they let pass


@dataclass(frozen=True)
class Search:
    """Search for one tenant, by a model's vectors, words, or both; `embedder` is of the tenant's model.

    The language model that `llm` builds chooses of what is found, for who asks for that.
    """

    tenant_id: UUID
    database: Database
    embedder: Embedder
    mode: SearchMode = "hybrid"
    llm: Callable[[], LLM | None] = lambda: None
    _vectors: dict[str, Vector] = field(default_factory=dict)  # of what is asked again where no model chose

    def answer(self, question: Question) -> Answer:
        """What the tenant has nearest to what is asked; nothing, and why, where all is below the floor.

        Given a `run_id`, what is handed out is noted, and is not learned back when that run completes.
        """
        results = self.results(question)
        matches, issues, budget = results.matches, results.issues, Budget(question.room, self.embedder)
        add_issues(issues, budget)
        shown = add_parts(matches, budget, project=question.project, chosen=bool(results.reranked))
        served = matches if question.match_count else _listed(shown, results)
        self.note(served, issues, question.run_id)
        return Answer(
            matches=served,
            formatted=budget.formatted,
            tokens=budget.spent,
            issues=issues,
            empty=None if served or issues else why_empty(results),
            note=results.note,
            left_out=budget.left_out,
            receipt=self.receipt(results),
        )

    def results(self, question: Question) -> SearchResults:
        """What there is for all that is asked, as one: what a language model chooses, where it is to, else by rank."""
        if unasked := why_unasked(question, self.embedder, self._mode(question)):
            return SearchResults(question, None, [], [], [], self._floor([], question), unasked=unasked)
        if not question.is_reranked:
            return self._by_rank(question.by_rank)
        try:
            return self._by_model(question)
        except (LLMFailed, Misconfigured) as failed:
            return replace(self._by_rank(question.by_rank), note=f"Ranked by search alone: {failed.detail}")

    def _by_rank(self, question: Question) -> SearchResults:
        answers = [self._results(one, alone=one.query != question.query) for one in question.single_questions]
        if len(answers) == 1:
            return answers[0]
        is_floor_stated = question.match_threshold is not None
        beside = [answer for answer in answers if answer.question.query != question.query and not is_floor_stated]
        doubt = doubt_of(beside)
        lists = [answer.matches for answer in (trusted(answers, beside) if doubt else answers)]
        is_past = question.as_of is not None
        matches = merged(lists, question.text, count=question.match_count, is_past=is_past)
        return together(answers, matches, doubt=doubt)

    def _by_model(self, question: Question) -> SearchResults:
        """What the model chooses of all that search gives, also of what is below the floor."""
        llm = self.llm() if question.answers is None else CallersModel(question.answers)
        if llm is None:
            raise LLMFailed(NO_MODEL)
        answers = [self._results(one) for one in question.single_questions]
        near = candidates([answer.matches for answer in answers])
        matches, receipt = rerank(question, near, llm)
        return together(answers, replacing_first(matches, near)[: question.match_count], reranked=receipt)

    def _results(self, question: Question, *, alone: bool = False) -> SearchResults:
        vector = self.vector(question)
        rows, issues = self.ask(question, vector)
        unfiltered = self.unfiltered(question, vector)
        if question.is_reranked:
            matches = marked(without_retracted(rows), _left_out(rows, unfiltered), question.project)
        else:
            matches = self.ranked(rows, question, unfiltered, alone=alone)
        return SearchResults(question, vector, rows, matches, issues, self._floor(rows, question))

    def vector(self, question: Question) -> Vector | None:
        """The question's vector; None where it is answered by words alone, which needs no model."""
        if self._mode(question) == "keyword":
            return None
        if question.query not in self._vectors:
            self._vectors[question.query] = self.embedder.embed_question(question.query)
        return self._vectors[question.query]

    def ask(self, question: Question, vector: Vector | None) -> tuple[list[Match], list[IssueMatch]]:
        """What is nearest to a question with this vector; the floor is not applied yet.

        And the issues that it is surely about, unless it asks for something of a certain kind.
        """
        row = self._asked_of(question, vector, issue_count=0 if question.is_filtered else ISSUES)
        return _matches(row), [IssueMatch.of(issue) for issue in row["issues"]]

    def unfiltered(self, question: Question, vector: Vector | None) -> list[Match]:
        """What is nearest whatever the filters leave out; nothing where they leave out nothing."""
        if question == question.unfiltered:
            return []
        return _matches(self._asked_of(question.unfiltered, vector, issue_count=0))

    def _asked_of(self, question: Question, vector: Vector | None, issue_count: int) -> Row:
        [row] = self.database.call(
            "ask_knowledge",
            tenant_id=self.tenant_id,
            question=question.query,
            query_embedding=vector,
            model=self.embedder.model,
            mode=self._mode(question),
            match_count=_asked(question),
            by_part=question.is_reranked or question.match_count is None,
            match_threshold=question.match_threshold,
            rule_count=_asked(question) if question.is_reranked else count_for(question.room),
            of_project=question.project,
            of_agent_type=question.agent_type,
            of_scope=question.scope and question.scope.value,
            of_tags=question.tags or None,
            of_kind=question.kind,
            of_source_type=question.source_type,
            since=question.since,
            until=question.until,
            as_of=question.as_of,
            of_user=question.user_id,
            of_months=_dates(question),
            issue_count=issue_count,
            issue_floor=confidence.floor(self.embedder if vector else None),
        )
        return row

    def ranked(
        self, rows: Sequence[Match], question: Question, unfiltered: Sequence[Match] = (), *, alone: bool = False
    ) -> list[Match]:
        """Those that are about the question: none where the best is below the model's floor, else none far behind it.

        As many as were asked for are answered, and beside them the standing rules that are near. A stated threshold has
        been applied by then, and nothing else is. Of what is `unfiltered` the others overrule, and are not answered.
        """
        return ranked(
            rows,
            question.query,
            self.embedder.floor if question.match_threshold is None else None,
            asked=_asked(question),
            count=question.match_count,
            is_past=question.as_of is not None,
            alone=alone,
            project=question.project,
            left_out=_left_out(rows, unfiltered),
        )

    def note(self, matches: Sequence[Match], issues: Sequence[IssueMatch], run_id: str | None) -> None:
        """Notes what is handed to a run."""
        note_served(self.database, self.tenant_id, run_id, matches, issues)

    def receipt(self, results: SearchResults) -> Receipt:
        """How the answer came about."""
        rows, question = results.rows, results.question
        return Receipt(
            model=self.embedder.model,
            search=self._mode(question),
            path=rows[0].path if rows else None,
            rows=rows[0].rows_considered if rows else None,
            floor=round(results.floor, 3) if question.match_threshold is None else question.match_threshold,
            reranked=results.reranked,
        )

    def _mode(self, question: Question) -> SearchMode:
        return question.mode or self.mode

    def _floor(self, rows: Sequence[Match], question: Question) -> float:
        return relevance.floor(rows, self.embedder.floor, _asked(question))


def _matches(row: Row) -> list[Match]:
    return [Match.model_validate(match) for match in row["matches"]]


def _left_out(rows: Sequence[Match], unfiltered: Sequence[Match]) -> list[Match]:
    """What the filters leave out and counts for more than what was learned, the nearest first."""
    given = {row.id for row in rows}
    of_authority = [one for one in unfiltered if one.id not in given and (one.authority != "learned" or one.reported)]
    return relevance.best_first(of_authority)[:LEFT_OUT]


def _dates(question: Question) -> tuple[str, ...]:
    """The months and days that it names, as figures have them: of `October` `2026-10`, of `8 May 2023` `2023-05-08`."""
    today = (question.as_of or datetime.now(UTC)).date().isoformat()
    return (*numbered_months(question.query, today), *figured_days(question.query, today))


def _asked(question: Question) -> int:
    """How many matches search is asked for; of each part where none are counted."""
    if question.is_reranked:
        return CANDIDATES
    return question.match_count + POOL if question.match_count else count_for(question.room)


def _listed(shown: list[Match], results: SearchResults) -> list[Match]:
    """What a block shows, as a list: in a model's order, else the best first, standing rules among the others."""
    question = results.question
    if results.reranked:
        return shown
    return in_order(relevance.best_first(shown), question.text, shown, is_past=question.as_of is not None)
