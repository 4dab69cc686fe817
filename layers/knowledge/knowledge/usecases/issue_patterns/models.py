"""What is asked about issue patterns, and what is answered."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from knowledge.issues.models import (
    Issue,
    IssueMatch,
    Matcher,
    NewIssue,
    NewOccurrence,
    RetrospectiveReport,
)
from knowledge.learnings.models import LearningOutcome
from knowledge.privacy.labels import PrivateLabel, PrivateRunId
from knowledge.schemas import Body, PatternId, Text

Limit = Annotated[int, Field(ge=1, le=100)]


class SearchRequest(Body):
    """A question, or a piece of work of which something is known; `least` is of cosine + coverage."""

    query: Annotated[Text, Field(max_length=10_000)] | None = None
    sd_id: PrivateLabel | None = None
    project: PrivateLabel | None = None
    category: PrivateLabel | None = None
    matcher: Matcher = "hybrid"
    limit: Limit = 5
    least: Annotated[float, Field(ge=-1, le=2)] | None = None
    run_id: PrivateRunId | None = None

    @model_validator(mode="after")
    def _asks(self) -> Self:
        if not self.query and not self.sd_id:
            raise ValueError("send a query, or the sd_id of a piece of work")
        return self


class IssueListRequest(Body):
    """Which patterns to list: a page, from the one after `after` on."""

    status: Literal["active", "obsolete"] | None = None
    category: PrivateLabel | None = None
    after: PatternId | None = None
    limit: Limit = 100


Counted = Annotated[Any, Field(exclude=True)]


class CreateRequest(NewIssue):
    """An issue that came up, also as `GET /{id}` answers it.

    What follows from what is counted here is not taken, and the answer says so.
    """

    merged_into: Annotated[None, Field(exclude=True)] = None
    source: Counted = None
    trend: Counted = None
    success_rate: Counted = None
    success_bound: Counted = None
    recommendation: Counted = None
    avg_resolution_time_minutes: Counted = None
    solution_time_minutes: Counted = None
    created_at: Counted = None
    occurrences: Counted = None
    found_via_search: Counted = None
    found_and_successful: Counted = None

    @property
    def not_taken(self) -> list[str]:
        """The fields that say something which is not taken, because it follows from what is counted here."""
        fields = CreateRequest.model_fields.keys() - NewIssue.model_fields.keys()
        uncounted = any(one.success_rate is not None and not one.times_applied for one in self.proven_solutions)
        solutions = ["success_rate of proven_solutions without times_applied"] if uncounted else []
        return [*sorted(name for name in fields if getattr(self, name)), *solutions]


class IssueRef(Body):
    """One pattern."""

    pattern_id: PatternId


class OccurrenceRequest(NewOccurrence):
    """An occurrence of one pattern."""

    pattern_id: PatternId


class MergeRequest(Body):
    """A pattern, and the one that it becomes part of."""

    pattern_id: PatternId
    into: PatternId


class IssueMatches(BaseModel):
    """What was asked, `patterns`, best first, and `formatted`: the same for a prompt, quoted as data."""

    query: str
    patterns: list[IssueMatch]
    formatted: str


class KeptRetrospective(RetrospectiveReport):
    """What a retrospective gave: patterns of its failures, and `learnings` of what belongs to none of them."""

    learnings: list[LearningOutcome]


class IssueList(BaseModel):
    """A page of patterns; `next` is the `after` of the next page, None where there is none."""

    patterns: list[Issue]
    next: str | None


class CreatedIssue(Issue):
    """The pattern, and what became of what was stated; `note` says what of it was not taken, and why."""

    outcome: Literal["created", "reinforced", "unchanged"]
    note: str | None = None


class RecordedOccurrence(Issue):
    """The pattern after the occurrence; `repeated` says that it was counted before."""

    repeated: bool


class IssueOccurrence(BaseModel):
    """An occurrence as it was recorded, under the id that the pattern had then."""

    occurrence_id: str
    pattern_id: str
    sd_id: str | None
    run_id: str | None
    solution_applied: str | None
    was_successful: bool | None
    resolution_time_minutes: float | None
    found_via_search: bool
    occurred_at: datetime


class IssueDetails(Issue):
    """A pattern, its latest occurrences, and how often search found it, and what was applied then worked."""

    occurrences: list[IssueOccurrence]
    found_via_search: int
    found_and_successful: int
