"""Issues that came up before: what solved them and how reliably, what prevents them, how often they come back."""

from knowledge.issues.models import Issue, IssueMatch, NewIssue, NewOccurrence, Retrospective
from knowledge.issues.runs import RunError, note_applied, note_run
from knowledge.issues.store import Issues

__all__ = [
    "Issue",
    "IssueMatch",
    "Issues",
    "NewIssue",
    "NewOccurrence",
    "Retrospective",
    "RunError",
    "note_applied",
    "note_run",
]
