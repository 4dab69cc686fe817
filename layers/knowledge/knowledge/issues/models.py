"""The types of issue patterns: what a request states, and what an answer tells."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, BaseModel, Field, model_validator

from knowledge.privacy.labels import PrivateLabel, PrivateRunId
from knowledge.schemas import Body, Flag, Moment, Text, like

Severity = Literal["critical", "high", "medium", "low"]
Matcher = Literal["hybrid", "jaccard", "jaccard-stems"]


def _numbered(pattern_id: str) -> str:
    if not int(pattern_id.partition("-")[2]):
        raise ValueError("patterns are numbered from PAT-001 on")
    return pattern_id


# What is brought along leaves room above it: the next pattern gets the number after the greatest.
StatedId = Annotated[str, like(r"(?i)^PAT-\d{3,6}\Z", "PAT-004"), AfterValidator(_numbered)]
Summary = Annotated[Text, Field(max_length=2000)]
Texts = Annotated[tuple[Summary, ...], Field(max_length=50)]
Minutes = Annotated[float, Field(ge=0, le=1_000_000)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class ProvenSolution(Body):
    """A solution that is brought along with its past. The counts say how often it worked, not the rates."""

    solution: Summary
    success_rate: float | None = None
    success_bound: float | None = None
    times_applied: Count = 0
    times_successful: Count = 0
    avg_resolution_time_minutes: Minutes | None = None

    @model_validator(mode="after")
    def _counts(self) -> Self:
        if self.times_successful > self.times_applied:
            raise ValueError("times_successful is more than times_applied; correct the counts")
        return self


class NewIssue(Body):
    """An issue that came up, and what solved it; with `occurrence_count`, one that is brought along with its past."""

    issue_summary: Summary
    category: PrivateLabel = "general"
    severity: Severity = "medium"
    sd_id: PrivateLabel | None = None
    run_id: PrivateRunId | None = None
    project: PrivateLabel | None = None
    solution: Summary | None = None
    resolution_time_minutes: Minutes | None = None
    prevention_checklist: Texts = ()
    pattern_id: StatedId | None = None
    occurrence_count: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    proven_solutions: Annotated[tuple[ProvenSolution, ...], Field(max_length=50)] = ()
    last_seen_at: Moment | None = None
    status: Literal["active", "obsolete"] = "active"
    projects: Annotated[tuple[PrivateLabel, ...], Field(max_length=100)] = ()
    first_seen_sd_id: PrivateLabel | None = None
    last_seen_sd_id: PrivateLabel | None = None

    @property
    def texts(self) -> list[str]:
        """All that a prompt may come to say of it."""
        solutions = [solution.solution for solution in self.proven_solutions]
        return [self.issue_summary, *filter(None, [self.solution]), *solutions, *self.prevention_checklist]


class NewOccurrence(Body):
    """An issue that came up again: what was applied, and whether it helped.

    Without `found_via_search` it is known from the run: whether the pattern was handed to it.
    """

    sd_id: PrivateLabel | None = None
    run_id: PrivateRunId | None = None
    project: PrivateLabel | None = None
    solution_applied: Summary | None = None
    resolution_time_minutes: Minutes | None = None
    was_successful: Flag | None = None
    found_via_search: Flag | None = None

    @property
    def texts(self) -> list[str]:
        """All that a prompt may come to say of it."""
        return [self.solution_applied] if self.solution_applied else []


class Retrospective(Body):
    """What a piece of work taught. Each field also goes by the name that retrospectives give it."""

    title: Summary
    sd_id: PrivateLabel | None = None
    project: PrivateLabel | None = None
    learning_category: PrivateLabel | None = None
    key_learnings: Annotated[Texts, Field(validation_alias=AliasChoices("key_learnings", "lessons_learned"))] = ()
    success_patterns: Annotated[Texts, Field(validation_alias=AliasChoices("success_patterns", "what_went_well"))] = ()
    failure_patterns: Texts = ()
    quality_score: Annotated[int, Field(ge=0, le=100)] | None = None
    conducted_date: Moment | None = None

    @property
    def texts(self) -> list[str]:
        """All that a prompt may come to say of it."""
        return [*self.key_learnings, *self.success_patterns, *self.failure_patterns]


class Solution(BaseModel):
    """A solution, how often it was applied and worked, and the minutes that it took. Rates are shares of one."""

    solution: str
    times_applied: int
    times_successful: int
    success_rate: float | None
    success_bound: float
    avg_resolution_time_minutes: float | None


class Issue(BaseModel):
    """A pattern. Rates are shares of one, None where nothing was tried; times are minutes.

    `success_bound` is what the success rate is at the least (Wilson, 95 %); `solution` is the best of
    `proven_solutions`, which are best first by their own bounds.
    """

    pattern_id: str
    issue_summary: str
    category: str
    severity: Severity
    status: Literal["active", "obsolete"]
    merged_into: str | None
    source: Literal["stated", "retrospective", "run"]
    projects: list[str] = []
    trend: Literal["increasing", "decreasing", "stable"]
    occurrence_count: int
    success_rate: float | None
    success_bound: float
    recommendation: str
    avg_resolution_time_minutes: float | None
    solution: str | None
    solution_time_minutes: float | None
    proven_solutions: list[Solution]
    prevention_checklist: list[str]
    first_seen_sd_id: str | None
    last_seen_sd_id: str | None
    created_at: datetime
    last_seen_at: datetime


class IssueMatch(Issue):
    """A pattern that a question is about, and why: `similarity` is a share of one, `score` what it is ranked by.

    With `same_work` it came up in the very piece of work that was asked about: nothing was compared, it has no score.
    """

    id: UUID = Field(exclude=True)  # for what is noted; people and agents know the pattern's
    similarity: float
    score: float | None
    same_work: bool = False
    cosine: float | None
    coverage: float | None
    matched_terms: list[str]

    @classmethod
    def of(cls, row: dict[str, Any]) -> "IssueMatch":
        """From a row of `search_issues` or `_proactive_issues`."""
        signals = {name: row.get(name) for name in ("id", "score", "cosine", "coverage", "matched_terms")}
        similarity = row["similarity"] if "similarity" in row else max(0.0, row["cosine"] + row["coverage"]) / 2
        return cls.model_validate({**row["pattern"], **signals, "similarity": similarity})

    @classmethod
    def of_work(cls, row: dict[str, Any]) -> "IssueMatch":
        """From a row of `issues_of_work`."""
        return cls.of(row | {"similarity": 1, "matched_terms": []}).model_copy(update={"same_work": True})


class ExtractedIssue(BaseModel):
    """An issue of a retrospective, the pattern that it is a case of, and what was read as its remedies."""

    pattern_id: str
    issue_summary: str
    outcome: Literal["created", "reinforced"]
    solutions: list[str]
    prevention_checklist: list[str]


class RetrospectiveReport(BaseModel):
    """What a retrospective gave; `note` says what of it was not used, and why.

    `loose` are its lessons and practices that belong to no failure.
    """

    id: UUID
    extracted: list[ExtractedIssue]
    repeated: bool
    note: str | None = None
    loose: list[str] = Field(exclude=True)
