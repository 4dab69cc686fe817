"""A tenant's issue patterns: searched, created, counted, merged, and extracted from retrospectives."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from knowledge.issues.confidence import floor
from knowledge.issues.models import (
    Issue,
    IssueMatch,
    Matcher,
    NewIssue,
    NewOccurrence,
    Retrospective,
    RetrospectiveReport,
)
from knowledge.issues.retrospectives import POOR, issues_of, loose_of
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder
from knowledge.ports.tenant_calls import TenantCalls
from knowledge.privacy.runs import clean_texts
from knowledge.text import hashing
from knowledge.text.near_duplicates import distinctions


@dataclass(frozen=True)
class Issues(TenantCalls):
    """Those of one tenant; `embedder` is of the tenant's model."""

    tenant_id: UUID
    database: Database
    embedder: Embedder

    def search(
        self,
        question: str,
        *,
        matcher: Matcher = "hybrid",
        category: str | None = None,
        limit: int = 5,
        least: float | None = None,
        run_id: str | None = None,
        project: str | None = None,
    ) -> list[IssueMatch]:
        """The patterns that a question is about, best first; none where none is as sure as `least`.

        `least` is of cosine + coverage, by default what the model is calibrated to. What is handed to a run is noted.
        """
        vector = self.embedder.embed_question(question) if matcher == "hybrid" else None
        rows = self._call(
            "search_issues",
            question=question,
            query_embedding=vector,
            model=self.embedder.model,
            matcher=matcher,
            of_category=category,
            match_count=limit,
            floor=floor(self.embedder if vector else None) if least is None else least,
            for_run_id=run_id,
            of_project=project,
        )
        return [IssueMatch.of(row) for row in rows]

    def of_work(
        self,
        sd_id: str,
        *,
        category: str | None = None,
        limit: int = 5,
        run_id: str | None = None,
        project: str | None = None,
    ) -> list[IssueMatch]:
        """The patterns that came up in the piece of work, the latest first. What is handed to a run is noted."""
        rows = self._call(
            "issues_of_work",
            sd_id=sd_id,
            match_count=limit,
            of_category=category,
            of_project=project,
            for_run_id=run_id,
        )
        return [IssueMatch.of_work(row) for row in rows]

    def create(self, issue: NewIssue, occurrence_id: str | None = None) -> tuple[Issue, str]:
        """The pattern, and whether it was `created`, `reinforced` or `unchanged`: a near-duplicate is not made twice.

        Raises `LimitReached` where the tier is full, and `Conflict` where the stated id is another's.
        """
        stated = self._stated(issue)
        [vector] = self.embedder.embed([stated["issue_summary"]])
        [row] = self._call(
            "create_issue",
            stated=stated,
            embedding=vector,
            model=self.embedder.model,
            threshold=self.embedder.near_duplicate,
            occurrence_id=occurrence_id,
        )
        return Issue.model_validate(row["pattern"]), row["outcome"]

    def record(
        self,
        pattern_id: str,
        occurrence: NewOccurrence,
        occurrence_id: str | None = None,
        *,
        once_a_run: bool = False,
    ) -> tuple[Issue, bool]:
        """The pattern after one more occurrence, and whether that was counted before.

        Raises `NotFound`, and `Invalid` where the `occurrence_id` came with another one.
        """
        stated = _private(occurrence.model_dump(mode="json", exclude_none=True), "solution_applied")
        [row] = self._call(
            "record_occurrence",
            pattern_id=pattern_id,
            stated=stated,
            occurrence_id=occurrence_id,
            once_a_run=once_a_run,
        )
        return Issue.model_validate(row["pattern"]), row["repeated"]

    def details(self, pattern_id: str) -> dict[str, Any]:
        """The pattern's facts, its latest occurrences, and how often search found it. Raises `NotFound`."""
        [row] = self._call("find_issue", pattern_id=pattern_id)
        facts: dict[str, Any] = row.pop("pattern")
        return facts | row

    def page(self, status: str | None, category: str | None, after: str | None, limit: int) -> list[Issue]:
        """The patterns by their ids, from the one after `after` on; merged ones are left out."""
        rows = self._call("list_issues", of_status=status, of_category=category, after=after, page=limit)
        return [Issue.model_validate(row["pattern"]) for row in rows]

    def retire(self, pattern_id: str) -> Issue:
        """The pattern, obsolete. Raises `NotFound`."""
        [row] = self._call("retire_issue", pattern_id=pattern_id)
        return Issue.model_validate(row["pattern"])

    def merge(self, pattern_id: str, into: str) -> Issue:
        """The pattern `into` with all that `pattern_id` was; both ids stand for it from then on."""
        [row] = self._call("merge_issues", pattern_id=pattern_id, into_id=into)
        return Issue.model_validate(row["pattern"])

    def keep_retrospective(self, retrospective: Retrospective) -> RetrospectiveReport:
        """Keeps it, and makes its failures patterns with the remedies that it names; the same again changes nothing.

        One whose own quality score is below `POOR` is kept, and nothing is read out of it.
        """
        given = retrospective.model_dump(mode="json", exclude=None if retrospective.project else {"project"})
        stated = _private(given, "title", "key_learnings", "success_patterns", "failure_patterns")
        poor = retrospective.quality_score is not None and retrospective.quality_score < POOR
        [row] = self._call(
            "keep_retrospective",
            request_hash=hashing.of_request(stated),
            retrospective=stated,
            issues=[] if poor else issues_of(Retrospective.model_validate(stated), self.embedder),
            model=self.embedder.model,
            threshold=self.embedder.near_duplicate,
        )
        note = f"its quality score is below {POOR}: it is kept, and nothing was read out of it" if poor else None
        loose = [] if poor else loose_of(Retrospective.model_validate(stated), row["extracted"])
        return RetrospectiveReport(note=note, loose=loose, **row)

    def subject(self, sd_id: str) -> str | None:
        """What is known of a piece of work before it starts; None where nothing is."""
        return next((row["subject"] for row in self._call("issue_subject", sd_id=sd_id)), None)

    def complete(self) -> int:
        """Gives vectors of the embedder's model to the patterns that have none; tells how many it gave."""
        embedded = 0
        while rows := self._call("issues_to_embed", model=self.embedder.model):
            vectors = self.embedder.embed([row["issue_summary"] for row in rows])
            records = [
                {"pattern_id": row["pattern_id"], "embedding": str(vector)}
                for row, vector in zip(rows, vectors, strict=True)
            ]
            [report] = self._call("embed_issues", model=self.embedder.model, embeddings=records)
            embedded += report["embedded"]
        return embedded

    def _stated(self, issue: NewIssue) -> dict[str, Any]:
        given = issue.model_dump(mode="json", exclude_none=True, exclude={"pattern_id", "solution"})
        stated = _private(given, "issue_summary", "prevention_checklist")
        if issue.solution:
            [stated["solution_applied"]] = clean_texts([issue.solution])
            stated["was_successful"] = True
        if issue.proven_solutions or issue.status == "obsolete":
            stated.setdefault("occurrence_count", 1)
        if issue.solution and "occurrence_count" in stated:
            stated["proven_solutions"] = _with_solution(given.get("proven_solutions", []), issue.solution)
        if issue.pattern_id:
            stated["number"] = int(issue.pattern_id.partition("-")[2])
        return stated | {"distinctions": distinctions(stated["issue_summary"]), "project": issue.project}


def _with_solution(proven: Sequence[dict[str, Any]], solution: str) -> list[dict[str, Any]]:
    """The solutions of a pattern that is brought along, and the one that is named apart, once."""
    texts = {one["solution"] for one in proven}
    return [*proven, *([] if solution in texts else [{"solution": solution}])]


def _private(stated: dict[str, Any], *fields: str) -> dict[str, Any]:
    """`stated`, its texts in these fields without secrets and e-mails."""
    return stated | {name: _without_secrets(stated[name]) for name in fields if stated.get(name)}


def _without_secrets(value: str | Sequence[str]) -> str | list[str]:
    return clean_texts([value])[0] if isinstance(value, str) else clean_texts(list(value))
