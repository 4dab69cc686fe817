"""issue-patterns: what went wrong before and what fixed it: searched, stated, counted, merged."""

from collections.abc import Callable, Sequence
from typing import Any

from knowledge.auth import Caller
from knowledge.errors import Invalid, NotFound
from knowledge.issues import Issues, Retrospective
from knowledge.issues.models import Issue, IssueMatch, NewIssue, NewOccurrence, RetrospectiveReport
from knowledge.learnings import CompletedRun, ExplicitLearning, Learner
from knowledge.privacy.emails import MARK
from knowledge.privacy.quarantine import reasons_to_hold
from knowledge.text.issue_lines import quote_issues
from knowledge.text.strings import has_words
from knowledge.usecases.issue_patterns.models import (
    CreatedIssue,
    CreateRequest,
    IssueDetails,
    IssueList,
    IssueListRequest,
    IssueMatches,
    IssueRef,
    KeptRetrospective,
    MergeRequest,
    OccurrenceRequest,
    RecordedOccurrence,
    SearchRequest,
)

# What says how often it came up and what helped: counted here where agents tell of each time, or stated by a person.
PAST = {
    "pattern_id",
    "occurrence_count",
    "proven_solutions",
    "last_seen_at",
    "projects",
    "first_seen_sd_id",
    "last_seen_sd_id",
}

NOT_TAKEN = "not taken, because it follows from what is counted here: {}"
UNUSED = "{} of its lessons are not used, as e-mails or without words; say in your own words what they taught"


class IssuesApi:
    """What may be asked about issue patterns over HTTP; each method is the answer to one kind of request."""

    def __init__(self, issues: Callable[[Caller], Issues], learner: Callable[[Caller], Learner]) -> None:
        """`issues` gives those of the caller's tenant, `learner` what learns for it."""
        self._issues = issues
        self._learner = learner

    def search(self, caller: Caller, request: SearchRequest) -> IssueMatches:
        """The patterns that came up in the piece of work, then those that the question, or what is known of the work,
        is about; best first.

        Raises `NotFound` where only a piece of work is given, and nothing is known of it.
        """
        issues = self._issues(caller)
        question = request.query or issues.subject(request.sd_id or "")
        met = self._met(issues, request)
        if question is None and not met:
            raise NotFound(f"Nothing is known of {request.sd_id} yet; say what it is about: `query` (kloop: --about).")
        ids = {match.pattern_id for match in met}
        similar = self._similar(issues, question, request) if question else []
        matches = [*met, *(match for match in similar if match.pattern_id not in ids)][: request.limit]
        return IssueMatches(query=question or request.sd_id or "", patterns=matches, formatted=quote_issues(matches))

    def list(self, caller: Caller, request: IssueListRequest) -> IssueList:
        """A page of the tenant's patterns, by their ids."""
        rows = self._issues(caller).page(request.status, request.category, request.after, request.limit)
        return IssueList(patterns=rows, next=rows[-1].pattern_id if len(rows) == request.limit else None)

    def create(self, caller: Caller, request: CreateRequest) -> CreatedIssue:
        """A new pattern, or the one that the issue is a case of.

        Raises `Forbidden` where an agent states a past, `Invalid` for orders that no agent may give.
        """
        if request.model_fields_set & PAST or request.status == "obsolete":
            caller.require("admin")
        self._require_no_orders(caller, request)
        issue, outcome = self._issues(caller).create(request, caller.claim(caller.idempotency_key))
        note = NOT_TAKEN.format(", ".join(request.not_taken)) if request.not_taken else None
        return CreatedIssue.model_validate({**_fields(issue), "outcome": outcome, "note": note})

    def read(self, caller: Caller, request: IssueRef) -> IssueDetails:
        """A pattern with its latest occurrences."""
        return IssueDetails.model_validate(self._issues(caller).details(request.pattern_id))

    def record(self, caller: Caller, request: OccurrenceRequest) -> RecordedOccurrence:
        """The pattern after one more occurrence. Raises `Invalid` for orders that no agent may give."""
        self._require_no_orders(caller, request)
        issue, repeated = self._issues(caller).record(request.pattern_id, request, caller.claim(caller.idempotency_key))
        return RecordedOccurrence(repeated=repeated, **_fields(issue))

    def retire(self, caller: Caller, request: IssueRef) -> Issue:
        """The pattern, obsolete until it comes up again."""
        return self._issues(caller).retire(request.pattern_id)

    def merge(self, caller: Caller, request: MergeRequest) -> Issue:
        """The pattern that the other became part of."""
        return self._issues(caller).merge(request.pattern_id, request.into)

    def keep_retrospective(self, caller: Caller, request: Retrospective) -> KeptRetrospective:
        """What was read out of a retrospective. Raises `Invalid` for orders that no agent may give.

        What belongs to none of its failures is learned as of a run of its own: once, also where it is sent again.
        """
        self._require_no_orders(caller, request)
        report = self._issues(caller).keep_retrospective(request)
        lessons = [text for text in report.loose if has_words(text) and text != MARK]
        learned = self._learner(caller).complete(_run_of(report, request, lessons)) if lessons else None
        unused = len(report.loose) - len(lessons)
        notes = [report.note, UNUSED.format(unused) if unused else None, learned.upgrade if learned else None]
        answer = dict(report) | {"note": "; ".join(filter(None, notes)) or None}
        return KeptRetrospective(**answer, learnings=learned.learnings if learned else [])

    def _require_no_orders(self, caller: Caller, stated: NewIssue | NewOccurrence | Retrospective) -> None:
        """Patterns go into other agents' prompts unasked: what gives an agent orders that only a person may give takes
        a person's key, as it waits for a person as a learning."""
        if caller.role == "admin":
            return
        for reason in filter(None, reasons_to_hold(stated.texts, self._issues(caller).embedder)):
            raise Invalid(f"This is not kept because it {reason}; say it without that, or use an admin key.")

    @staticmethod
    def _met(issues: Issues, request: SearchRequest) -> Sequence[IssueMatch]:
        if request.sd_id is None:
            return []
        return issues.of_work(
            request.sd_id,
            category=request.category,
            limit=request.limit,
            run_id=request.run_id,
            project=request.project,
        )

    @staticmethod
    def _similar(issues: Issues, question: str, request: SearchRequest) -> Sequence[IssueMatch]:
        return issues.search(
            question,
            matcher=request.matcher,
            category=request.category,
            limit=request.limit,
            least=request.least,
            run_id=request.run_id,
            project=request.project,
        )


def _run_of(report: RetrospectiveReport, request: Retrospective, lessons: Sequence[str]) -> CompletedRun:
    """The lessons as what a run taught, which is the retrospective's alone."""
    return CompletedRun(
        run_id=f"retrospective-{report.id}",
        work_order_id=request.sd_id,
        project=request.project,
        learnings=tuple(ExplicitLearning(learning=text, tags=("retrospective",)) for text in lessons),
    )


def _fields(issue: Issue) -> dict[str, Any]:
    return {name: getattr(issue, name) for name in Issue.model_fields}
