"""A finished run → issue patterns: recurring errors become patterns, applied patterns are counted."""

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel

from knowledge.errors import NotFound
from knowledge.issues.models import Minutes, NewOccurrence, Summary
from knowledge.issues.store import Issues
from knowledge.privacy.quarantine import reason_to_hold, reasons_to_hold
from knowledge.schemas import AppliedPattern, Body
from knowledge.text.near_duplicates import distinctions
from knowledge.text.strings import one_line

MAX_ERROR = 500  # characters of an error that is a pattern's summary

# What differs from run to run in the same error.
_PASSING = [
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"(?<![\w:.])\d\d:\d\d:\d\d(?:[.,]\d+)?(?!\w|:\d)"), "<time>"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.I), "<id>"),
    (re.compile(r"\b0x[0-9a-f]+\b", re.I), "<address>"),
    # An address with its port, which stays, or as the word before it tells: four numbers may be a version.
    (re.compile(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?=:\d)"), "<address>"),
    (re.compile(r"(\b(?:ip|host|address)[ :=]{1,2})(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)", re.I), r"\1<address>"),
    (re.compile(r"(?<![\w.])/(?:[\w.@+-]+/)+(?=[\w@+-]+\.\w{1,4}\b)"), ""),  # the folders of a file
    (re.compile(r"(\bline |\.\w{1,4}:)\d+(?::\d+)?", re.I), r"\1<line>"),
]


class RunError(Body):
    """An error that a run met: what it did about it, and whether that helped (None: unknown)."""

    error: Summary
    fix: Summary | None = None
    was_successful: bool | None = None
    resolution_time_minutes: Minutes | None = None


class NotedError(BaseModel):
    """What became of an error: `noted` for now, a pattern `created` because it recurred, or one `reinforced`."""

    error: str
    outcome: Literal["noted", "created", "reinforced"]
    pattern_id: str | None


def note_run(
    issues: Issues,
    run_id: str,
    errors: Sequence[RunError],
    work_order_id: str | None = None,
    project: str | None = None,
) -> list[NotedError]:
    """Notes the errors of a run; what a second run meets becomes a pattern, its fixes solutions with their outcomes.

    They are of a clean run. The same run again counts nothing twice. What differs from run to run (times, addresses,
    lines) is left out, and so is what no agent may tell another to do.
    """
    errors = [_without_order(error) for error in errors if not _is_order(error.error)]
    if not errors:
        return []
    texts = [stable(error.error)[:MAX_ERROR] for error in errors]
    records = [
        error.model_dump(mode="json", exclude={"error"})
        | {"error": text, "distinctions": distinctions(text), "embedding": str(vector)}
        for error, text, vector in zip(errors, texts, issues.embedder.embed(texts), strict=True)
    ]
    rows = issues.database.call(
        "note_run_errors",
        tenant_id=issues.tenant_id,
        run_id=run_id,
        errors=records,
        model=issues.embedder.model,
        threshold=issues.embedder.near_duplicate,
        work_order_id=work_order_id,
        project=project,
    )
    return [NotedError.model_validate(row) for row in rows]


def note_applied(
    issues: Issues,
    run_id: str,
    applied: Sequence[AppliedPattern],
    work_order_id: str | None,
    project: str | None,
) -> tuple[list[str], list[str]]:
    """Counts an occurrence, once a run, of each pattern that an agent says it applied; tells the ids that are none, and
    whose solutions are not kept, and why: nobody is shown what only a person may order."""
    unknown, not_kept = [], []
    for pattern in applied:
        [held] = reasons_to_hold([pattern.solution_applied or ""], issues.embedder)
        occurrence = NewOccurrence(
            **pattern.model_dump(exclude={"pattern_id", *(["solution_applied"] if held else [])}),
            run_id=run_id,
            sd_id=work_order_id,
            project=project,
            found_via_search=True,
        )
        try:
            issues.record(pattern.pattern_id, occurrence, once_a_run=True)
        except NotFound:
            unknown.append(pattern.pattern_id)
        else:
            if held:
                not_kept.append(f"the solution applied to {pattern.pattern_id} is not kept because it {held}")
    return unknown, not_kept


def _without_order(error: RunError) -> RunError:
    """The error without a fix that tells an agent what only a person may; nothing was applied then."""
    return error.model_copy(update={"fix": None, "was_successful": None}) if _is_order(error.fix) else error


def _is_order(text: str | None) -> bool:
    return bool(text and reason_to_hold(text))


def stable(error: str) -> str:
    """An error on one line, without what differs from run to run."""
    for pattern, mark in _PASSING:
        error = pattern.sub(mark, error)
    return one_line(error)
