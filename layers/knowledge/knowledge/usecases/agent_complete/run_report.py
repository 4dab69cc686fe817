"""What is told of a finished run: what was asked, done, and came of it, without secrets and e-mails."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from knowledge.extraction.prose.sentence_rules import CAUSE
from knowledge.extraction.task import RunTask, read_task
from knowledge.learnings import CompletedRun, Completion, LearningOutcome
from knowledge.privacy.emails import MARK
from knowledge.privacy.secrets import redact
from knowledge.text.sentences import paragraphs
from knowledge.text.strings import one_line
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.run_files import RunReport

MAX_ASKED = 4_000  # characters of the objective that the task's file quotes
MAX_STEPS = 12
MAX_LESSONS = 5
_FAILED = re.compile(
    r"\b(?:fail\w*|errors?|abort\w*|cancell?ed|time(?:d )?-?out|gave up|given up|unsuccessful\w*|incomplete|"
    r"crash\w*|blocked|not (?:fixed|done|solved|completed|finished|working|successful))\b",
    re.I,
)
# `Fixed the crash of the login` is none, `completed with errors` and `fixed, but the build fails` are.
_SUCCEEDED = re.compile(
    r"\W*(?:success\w*|succeeded|done|fix(?:ed|es)|resolved|solved|completed|finished|merged|shipped)\b"
    r"(?!.*\b(?:but|except|however|though|failed|with (?:[\w]+ )?(?:errors?|failures?))\b)",
    re.I | re.S,
)
_NOT_FAILED = re.compile(r"\b(?:no|0|zero|without(?: any)?|never|not) (?:errors?|fail\w*)\b|\bfail\w*: 0\b", re.I)
# How a harness says that it ended a run: `exit_cost`, `LimitsExceeded`.
_ENDED = re.compile(r"\bexit(?:ed)? (?:cost|context|error|format|forfeit|time|early)|\bexceed", re.I)
_HARNESS = re.compile(r"<(instructions|format_example|system[\w-]{0,20}|environment[\w-]{0,20})>.*?(?:</\1>|\Z)", re.S)
_TAG_LINE = re.compile(r"^[ \t]*(?:</?[\w-]{1,40}>[ \t]*)+$\n?", re.M)
# What an agent says last of all tells nothing of what it did.
_FLOURISH = re.compile(
    r"\?$|\b(?:(?:ready|going) to submit|submit (?:the|my|these) changes?|to submit|confident|"
    r"(?:looks?|is|are) (?:good|great|clean|correct|fine|gone)|let me know)\b",
    re.I,
)
# What came of it, rather than what was done.
_RESULT = re.compile(
    r"\b(?:tests?|checks?|suite|build|ci|pipeline)\b.{0,30}\b(?:pass\w*|succe\w+|green|fail\w*)\b|"
    r"^(?:(?:everything|it|this|that) )?(?:now )?works?\b|^(?:done|fixed|finished|completed)\W*$",
    re.I,
)
_ROOT_CAUSE = re.compile(r"\b(?:because|root cause|due to|caused?|since)\b", re.I)
_ADVICE = re.compile(r"\b(?:next time|in (?:the )?future|from now on|going forward|lessons?)\b", re.I)
_LESSON = re.compile(
    rf"{_ADVICE.pattern}|\b(?:learn(?:ed|t)|remember to|make sure|should have|must|needs? to|have to|has to|"
    r"instead of|rather than|avoid|never|always)\b",
    re.I,
)
_COUNT = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|many)"
_TRIED = re.compile(
    rf"\b(?:{_COUNT} (?:attempts?|tries|retries|times)\b|(?:tried|retried|attempted)\b.*\b(?:twice|again|{_COUNT})\b|"
    r"(?:first|second|third|last|final) (?:attempt|try)\b|attempt \d)",
    re.I,
)


def has_failed(outcome: str) -> bool:
    """Whether what the caller says of a run's outcome tells of a failure."""
    told = _NOT_FAILED.sub("", outcome)
    return not _SUCCEEDED.match(outcome) and bool(_FAILED.search(told) or _ENDED.search(told))


def run_report(run: CompletedRun, done: Completion) -> RunReport:
    """What the files under `learned/` tell of a run, by what it sent and what it taught."""
    clean = run.clean
    turns = clean.turns
    first = next((turn.text for turn in turns if turn.speaker in ("task", "user") and turn.text), "")
    final = next((turn.text for turn in reversed(turns) if turn.speaker == "agent" and turn.text), "")
    said = "\n\n".join(turn.text for turn in turns if turn.speaker == "agent" and turn.command is None)
    objective, outcome, status = clean.objective, clean.outcome, clean.transcript.exit_status
    notes = [each.learning for each in done.learnings if each.outcome != "recalled"]
    notes = list(dict.fromkeys(each for each in notes if MARK not in each))
    begun = "" if MARK in first else first
    failed = has_failed(outcome or status)
    outcome = outcome or _outcome(final, status)
    causes = _causes(notes, final)
    return RunReport(
        run_id=one_line(redact(done.run_id)),
        title=_title(read_task(objective or begun, []), done),
        asked=_asked(objective or begun),
        did=_steps(turns, final),
        outcome=outcome,
        notes=notes,
        at=datetime.now(UTC).replace(microsecond=0),
        tags=_tags(run, done.learnings),
        failed=failed,
        happened="\n\n".join(filter(None, [outcome, " ".join(_sentences(final)[:4])])),
        causes=causes,
        lessons=_lessons(notes, causes, said),
        attempts=_attempts(turns, run.work_order_id, said),
    )


def _title(task: RunTask, done: Completion) -> str:
    first = done.learnings[0].learning if done.learnings else ""
    return one_line(task.title or task.text or first)[:140] or f"Run {done.run_id}"


def _asked(text: str) -> str:
    """The task itself: without what a harness tells every agent beside it, and without the tags around it."""
    return _TAG_LINE.sub("", _HARNESS.sub("", text)).strip()[:MAX_ASKED] or text[:MAX_ASKED]


def _outcome(final: str, status: str) -> str:
    """Where the caller says none: how the log says that it ended, and what the last words say came of it."""
    ended = f"Exit status: {status}." if status else ""
    return " ".join(filter(None, [ended, *(each for each in _sentences(final) if _RESULT.search(each))]))


def _steps(turns: Sequence[Turn], final: str) -> list[str]:
    """What the log shows: files changed, commands run, and the agent's own last words."""
    changed = [f"Changed `{change.path}`" for change in read_task("", turns).changes]
    commands = [turn for turn in turns if turn.command]
    failed = sum(bool(turn.failed) for turn in commands)
    ran = [f"Ran {len(commands)} commands, of which {failed} failed"] if commands else []
    beside = (_FLOURISH, _RESULT, _ADVICE)
    told = [each for each in _sentences(final) if not any(sign.search(each) for sign in beside)]
    return [redact(step) for step in [*changed, *ran, *told]][:MAX_STEPS]


def _sentences(text: str) -> list[str]:
    return [sentence for block in paragraphs(text) for sentence in block if MARK not in sentence]


def _causes(notes: Sequence[str], final: str) -> list[str]:
    """What the run says of the reason, in what it taught, else in its last words."""
    taught = [note for note in notes if _ROOT_CAUSE.search(note)]
    return taught[:5] or [sentence for sentence in _sentences(final) if CAUSE.search(sentence)][:3]


def _lessons(notes: Sequence[str], causes: Sequence[str], said: str) -> list[str]:
    """What to do another time: what was taught beside the cause, and what the agent says of it."""
    advised = (each for each in _sentences(said) if _LESSON.search(each) and not _FLOURISH.search(each))
    told = [each for each in [*notes, *advised] if each not in causes]
    return [each for place, each in enumerate(told) if not any(each in other for other in told[:place])][:MAX_LESSONS]


def _attempts(turns: Sequence[Turn], work_order_id: str | None, said: str) -> str:
    """How often something was tried in this run, as far as the log tells."""
    of = f" of work order {one_line(work_order_id)}" if work_order_id else ""
    commands = [turn for turn in turns if turn.command]
    failed = [turn for turn in commands if turn.failed]
    ran = f": {len(commands)} commands, of which {len(failed)} failed" if commands else ""
    last = f"The last that failed: `{one_line(redact(failed[-1].command or ''))[:200]}`." if failed else ""
    tried = [each for each in _sentences(said) if _TRIED.search(each)]
    return " ".join(filter(None, [f"One run{of}{ran}.", last, *tried[:MAX_LESSONS]]))


def _tags(run: CompletedRun, learnings: Sequence[LearningOutcome]) -> list[str]:
    return [tag for tag in dict.fromkeys([run.agent_type or "", *(each.kind for each in learnings)]) if tag]
