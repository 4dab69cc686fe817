"""Issue patterns for a prompt: one line each, of the part of fixes."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from knowledge.text import prompt_block, quoting
from knowledge.text.strings import abbreviated

MAX_TEXT = 300  # characters of a summary, a solution or a practice in its line


class IssueEntry(Protocol):
    """A pattern that a prompt names."""

    @property
    def pattern_id(self) -> str: ...
    @property
    def issue_summary(self) -> str: ...
    @property
    def occurrence_count(self) -> int: ...
    @property
    def success_rate(self) -> float | None: ...
    @property
    def recommendation(self) -> str: ...
    @property
    def solution(self) -> str | None: ...
    @property
    def solution_time_minutes(self) -> float | None: ...
    @property
    def prevention_checklist(self) -> list[str]: ...


class ComparedIssue(IssueEntry, Protocol):
    """A pattern as search found it, and how near it is."""

    @property
    def category(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def similarity(self) -> float: ...
    @property
    def same_work(self) -> bool: ...


def issue_line(issue: IssueEntry) -> str:
    """One line: id, how often, how surely solved and what to do; then the issue, its solution and what prevents it."""
    return _line(issue)


def quote_issues(issues: Iterable[ComparedIssue]) -> str:
    """The patterns for a prompt, quoted as data, each with how near it is and of what kind; "" where there are none."""
    return prompt_block.block([_line(issue, (_nearness(issue),), _kind(issue)) for issue in issues])


def _nearness(issue: ComparedIssue) -> str:
    return "in this very work" if issue.same_work else f"{issue.similarity:.0%} match"


def _kind(issue: ComparedIssue) -> tuple[str, str]:
    return quoting.value(issue.category), f"{issue.severity} severity"


def _line(issue: IssueEntry, near: Sequence[str] = (), kind: Sequence[str] = ()) -> str:
    rate = None if issue.success_rate is None else f"{issue.success_rate:.0%} solved"
    facts = [issue.pattern_id, *near, f"{issue.occurrence_count}×", rate, *kind, issue.recommendation]
    parts = [_cut(issue.issue_summary).rstrip(".") + "."]
    if issue.solution:
        minutes = issue.solution_time_minutes
        parts.append(
            f"Solution: {_cut(issue.solution).rstrip('.')}{'' if minutes is None else f' ({minutes:.0f} min)'}."
        )
    if issue.prevention_checklist:
        parts.append(f"Prevention: {_cut(issue.prevention_checklist[0]).rstrip('.')}.")
    return f"- [{', '.join(filter(None, facts))}] {quoting.plain(' '.join(parts))}"


def _cut(text: str) -> str:
    return abbreviated(text, MAX_TEXT)
