"""issue-patterns: what went wrong before and what fixed it: searched, stated, counted, merged."""

from collections.abc import Callable
from typing import Any

from knowledge.auth import Caller
from knowledge.errors import Invalid, NotFound
from knowledge.issues import Issues, Retrospective
from knowledge.issues.models import Issue, NewIssue, NewOccurrence, RetrospectiveReport
from knowledge.privacy.quarantine import reason_to_hold
from knowledge.text.issue_lines import quote_issues
from knowledge.usecases.issue_patterns.models import (
    CreatedIssue,
    CreateRequest,
    IssueDetails,
    IssueList,
    IssueListRequest,
    IssueMatches,
    IssueRef,
    MergeRequest,
    OccurrenceRequest,
    RecordedOccurrence,
    SearchRequest,
)

# What says how often it came up and what helped: counted here where agents tell of each time, or stated by a person.
PAST = {"pattern_id", "occurrence_count", "proven_solutions", "last_seen_at"}


class IssuesApi:
    """What may be asked about issue patterns over HTTP; each method is the answer to one kind of request."""

    def __init__(self, issues: Callable[[Caller], Issues]) -> None:
        """`issues` gives those of the caller's tenant."""
        self._issues = issues

    def search(self, caller: Caller, request: SearchRequest) -> IssueMatches:
        """The patterns that a question, or what is known of a piece of work, is about; best first.

        Raises `NotFound` where only a piece of work is given, and nothing is known of it.
        """
        issues = self._issues(caller)
        question = request.query or issues.subject(request.sd_id or "")
        if question is None:
            raise NotFound(f"Nothing is known of {request.sd_id} yet; say what it is about: `query` (kloop: --about).")
        matches = issues.search(
            question,
            matcher=request.matcher,
            category=request.category,
            limit=request.limit,
            least=request.least,
            run_id=request.run_id,
            project=request.project,
        )
        return IssueMatches(query=question, patterns=matches, formatted=quote_issues(matches))

    def list(self, caller: Caller, request: IssueListRequest) -> IssueList:
        """A page of the tenant's patterns, by their ids."""
        rows = self._issues(caller).page(request.status, request.category, request.after, request.limit)
        return IssueList(patterns=rows, next=rows[-1].pattern_id if len(rows) == request.limit else None)

    def create(self, caller: Caller, request: CreateRequest) -> CreatedIssue:
        """A new pattern, or the one that the issue is a case of.

        Raises `Forbidden` where an agent states a past, `Invalid` for orders that no agent may give.
        """
        if request.model_fields_set & PAST:
            caller.require("admin")
        _require_no_orders(caller, request)
        issue, outcome = self._issues(caller).create(request, caller.claim(caller.idempotency_key))
        return CreatedIssue.model_validate({**_fields(issue), "outcome": outcome})

    def read(self, caller: Caller, request: IssueRef) -> IssueDetails:
        """A pattern with its latest occurrences."""
        return IssueDetails.model_validate(self._issues(caller).details(request.pattern_id))

    def record(self, caller: Caller, request: OccurrenceRequest) -> RecordedOccurrence:
        """The pattern after one more occurrence. Raises `Invalid` for orders that no agent may give."""
        _require_no_orders(caller, request)
        issue, repeated = self._issues(caller).record(request.pattern_id, request, caller.claim(caller.idempotency_key))
        return RecordedOccurrence(repeated=repeated, **_fields(issue))

    def retire(self, caller: Caller, request: IssueRef) -> Issue:
        """The pattern, obsolete until it comes up again."""
        return self._issues(caller).retire(request.pattern_id)

    def merge(self, caller: Caller, request: MergeRequest) -> Issue:
        """The pattern that the other became part of."""
        return self._issues(caller).merge(request.pattern_id, request.into)

    def keep_retrospective(self, caller: Caller, request: Retrospective) -> RetrospectiveReport:
        """What was read out of a retrospective. Raises `Invalid` for orders that no agent may give."""
        _require_no_orders(caller, request)
        return self._issues(caller).keep_retrospective(request)


def _require_no_orders(caller: Caller, stated: NewIssue | NewOccurrence | Retrospective) -> None:
    """Patterns go into other agents' prompts unasked: what tells an agent to run what it downloads, to switch
    protection off, to send data away or to ignore instructions takes a person's key."""
    if caller.role == "admin":
        return
    for text in stated.texts:
        if reason := reason_to_hold(text):
            raise Invalid(f"This is not kept because it {reason}; say it without that, or use an admin key.")


def _fields(issue: Issue) -> dict[str, Any]:
    return {name: getattr(issue, name) for name in Issue.model_fields}
