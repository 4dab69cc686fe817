"""What came of a run: whether it succeeded, failed, or nobody checked."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from knowledge.extraction.code import patch
from knowledge.extraction.commands import programs
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.results import NOT_COLLECTED
from knowledge.extraction.commands.standing import is_no_verdict
from knowledge.extraction.models import RunOutcome
from knowledge.privacy.runs import CleanRun
from knowledge.transcripts.diff import PatchedFile

_FAILED = re.compile(
    r"\b(?:fail\w*|\w*errors?|max\w* iterations?|abort\w*|cancell?ed|timed? ?-?out|g[ai]ven? up|unsuccessful\w*|"
    r"incomplete|crash\w*|blocked|unresolved|exceed\w*|exit(?:ed)? (?:cost|context|error|format|forfeit|time|early)|"
    r"not (?:fixed|done|solved|completed|finished|working|successful|resolved))\b",
    re.I,
)
_SUCCEEDED = re.compile(
    r"\b(?:success\w*|succeeded|done|fix(?:ed|es)|(?<!un)resolved|solved|completed?|finished|merged|shipped|passed)\b",
    re.I,
)
_DENIED = re.compile(r"\b(?:no|0|zero|without(?: any)?|never|not) (?:errors?|fail\w*)\b|\bfail\w*: 0\b", re.I)
# `fixed the crash` tells of success, `fixed, but the build fails` does not.
_BUT = re.compile(r"\b(?:but|except|however|though|failed|with (?:\w+ )?(?:errors?|failures?))\b", re.I)
# What an agent says that has not done it, in its last words and of itself.
_GAVE_UP = re.compile(
    r"\bI (?:\w+ ){0,3}(?:g[ai]ve up|could ?n[o']t|was(?: not|n't) able|am (?:unable|not able)|can(?:no|')t|failed)\b"
    r"|\bunable to (?:complete|fix|resolve|solve|finish)\b",
    re.I,
)
_LAST_WORDS = 1200


def stated(outcome: str) -> RunOutcome | None:
    """What a caller's own words say came of a run; None where they say neither."""
    if not outcome.strip():
        return None
    succeeded = _SUCCEEDED.match(outcome.lstrip(" \t\n.,:;!-*#✅")) and not _BUT.search(outcome)
    if succeeded:
        return "succeeded"
    if _FAILED.search(_DENIED.sub("", outcome)):
        return "failed"
    return "succeeded" if _SUCCEEDED.search(outcome) or _DENIED.search(outcome) else None


def run_outcome(
    run: CleanRun, actions: Sequence[Action], files: Sequence[PatchedFile], own: frozenset[str]
) -> RunOutcome:
    """By what the caller says, else how the log says that it ended, else the last check after the last change.

    Where nothing was checked after it, nobody knows.
    """
    transcript = run.transcript
    said = stated(run.outcome)
    if said:
        return said
    if stated(transcript.exit_status) == "failed" or patch.is_reverted(actions) or _gave_up(run):
        return "failed"
    if transcript.exit_status == "submitted" and not files and not transcript.patch:
        return "failed"
    return _checked(actions, own)


def _gave_up(run: CleanRun) -> bool:
    words = next((turn.prose for turn in reversed(run.turns) if turn.speaker == "agent" and turn.prose), "")
    return bool(_GAVE_UP.search(words[-_LAST_WORDS:]))


def _checked(actions: Sequence[Action], own: frozenset[str]) -> RunOutcome:
    """By the last run of each check after the last change of the project's own files."""
    changed = max((action.place for action in actions if set(map(_name, action.changed)) - own), default=-1)
    last = {action.line: action for action in actions if action.place > changed and programs.is_check(action)}
    ran = [
        action
        for action in last.values()
        if not NOT_COLLECTED.search(action.output) and not is_no_verdict(action, actions, own)
    ]
    verdicts = [action.worked for action in ran if action.worked is not None]
    if not verdicts:
        return "unverified"
    return "succeeded" if verdicts[-1] else "unverified" if any(verdicts) else "failed"


def _name(path: str) -> str:
    return PurePosixPath(path).name
