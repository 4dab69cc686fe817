"""What is told of a finished run: what was asked, done, and came of it, without secrets and e-mails."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from knowledge.extraction import Proof, task
from knowledge.extraction.models import RunOutcome
from knowledge.learnings import CompletedRun, Completion, LearningOutcome
from knowledge.learnings.served_texts import ServedTexts
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun
from knowledge.text.sentences import paragraphs
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.evidence import NOTHING_SERVED, evidence
from knowledge.usecases.agent_complete.run_files import RunReport
from knowledge.usecases.agent_complete.screened_report import screened

MAX_ASKED = 4_000  # characters of the objective that the task's file quotes
MAX_STEPS = 12
MAX_SENTENCE = 800  # characters: what has no end, a table or what a program printed, is none
MAX_CAUSES, MAX_LESSONS = 5, 5
# What a harness puts around the task in the first message; without an end it is all of the rest.
_HARNESS = re.compile(r"<(instructions|format_example|system[\w-]{0,20}|environment[\w-]{0,20})>.*?(?:</\1>|\Z)", re.S)
# Lines of tags alone, which harnesses put around a task
_TAG_LINE = re.compile(r"^[ \t]*(?:</?[\w-]{1,40}>[ \t]*)+$\n?", re.M)
_REASON = re.compile(r"\b(?:because|root cause|due to|caused?)\b", re.I)
_VERDICTS: dict[RunOutcome, str] = {
    "succeeded": "Succeeded, by the checks that the log shows.",
    "failed": "Failed, by what the log shows.",
    "unverified": "Unverified: no check proves what came of it.",
}


def run_report(
    run: CompletedRun, completion: Completion, proof: Proof, passages: int, served: ServedTexts = NOTHING_SERVED
) -> RunReport:
    """What the files under `learned/` tell of a run, by what it sent, what it proves, and what it was `served`."""
    clean = run.clean
    final = _last_report(clean.turns)
    asked = task.text(clean)
    asked = "" if MARK in asked else asked
    new = [learning for learning in completion.learnings if learning.outcome not in ("recalled", "dropped")]
    shown = [learning for learning in new if not learning.held_reason]
    notes = [learning.learning for learning in shown if MARK not in learning.learning]
    outcome = served.without_memory(clean.outcome) or _outcome(clean, proof.outcome)
    own = filter(None, map(served.without_memory, _sentences(final)))
    last_words = [abbreviated(one, MAX_SENTENCE) for one in own]
    causes = _causes(notes, last_words, proof, served.without_memory(clean.outcome))
    report = RunReport(
        run_id=one_line(completion.run_id),
        title=_title(asked, completion),
        asked=_asked(asked),
        did=[*_did(proof), *(sentence for sentence in last_words if _tells(sentence))][:MAX_STEPS],
        outcome=outcome,
        verdict=proof.outcome,
        failed=run.proof.outcome == "failed",
        notes=list(dict.fromkeys(notes)),
        at=datetime.now(UTC).replace(microsecond=0),
        tags=_tags(run, completion.learnings),
        happened="\n\n".join(filter(None, [outcome, " ".join(last_words[:4])])),
        causes=causes,
        lessons=[note for note in dict.fromkeys(notes) if note not in causes][:MAX_LESSONS]
        or _following(causes, last_words),
        attempts=_attempts(proof, run.work_order_id),
        evidence=evidence(clean, proof, task.set_by_program(clean), passages, served),
        project=run.project or "",
        about=run.about or "",
        day=next((f"{turn.at:%Y-%m-%d}" for turn in clean.turns if turn.at), ""),
    )
    return screened(report)


def _last_report(turns: Sequence[Turn]) -> str:
    """What the agent said last that tells anything; thanks, and what answers them, do not. "" without any."""
    texts = [turn.text for turn in turns if turn.speaker == "agent" and turn.text]
    return next((text for text in reversed(texts) if any(map(_tells, _sentences(text)))), "".join(texts[-1:]))


def _title(asked: str, completion: Completion) -> str:
    new = (learning for learning in completion.learnings if learning.outcome != "dropped")
    first = next((learning.learning for learning in new if not learning.held_reason), "")
    return one_line(task.title(asked) or asked or first)[:140] or f"Run {completion.run_id}"


def _tells(sentence: str) -> bool:
    """Whether it is a statement rather than a question or the rest of a list."""
    return len(sentence.split()) >= 4 and not sentence.endswith(("?", ":"))


def _asked(text: str) -> str:
    """The task itself: without what a harness tells every agent beside it, and without the tags around it."""
    return _TAG_LINE.sub("", _HARNESS.sub("", text)).strip()[:MAX_ASKED] or text[:MAX_ASKED]


def _outcome(run: CleanRun, verdict: RunOutcome) -> str:
    """Where the caller says none: how the log says that it ended, and what its checks prove."""
    status = f"Exit status: {run.transcript.exit_status}." if run.transcript.exit_status else ""
    return " ".join(filter(None, [status, _VERDICTS[verdict] if run.turns else ""]))


def _did(proof: Proof) -> list[str]:
    """What the log shows: files changed and commands run."""
    changed = [f"Changed `{file.path}`" for file in proof.files]
    ran = [f"Ran {proof.commands} commands, of which {len(proof.failures)} failed"] if proof.commands else []
    return [*changed, *ran]


def _sentences(text: str) -> list[str]:
    return [sentence for block in paragraphs(text) for sentence in block if MARK not in sentence]


def _causes(notes: Sequence[str], last_words: Sequence[str], proof: Proof, outcome: str) -> list[str]:
    """What gives a reason in what was taught, in the run's last words and in its outcome; else the last errors; else
    what the outcome says behind its verdict: "failed: the API refuses HTTP"."""
    failed = [(one_line(failure.command)[:200], failure.error) for failure in proof.failures]
    stated = [abbreviated(one, MAX_SENTENCE) for one in _sentences(outcome)]
    reasons = [text for text in [*notes, *last_words, *stated] if _REASON.search(text)]
    errors = [f"`{line}`: `{error}`" for line, error in failed if error]
    behind = [why for one in stated[:1] if (why := one.partition(": ")[2])]
    return list(dict.fromkeys(reasons or errors[-3:] or behind))[:MAX_CAUSES]


def _following(causes: Sequence[str], last_words: Sequence[str]) -> list[str]:
    """What the run's last words say after the cause: what is to be done about it stands there."""
    places = [place for place, sentence in enumerate(last_words) if sentence in causes]
    return list(filter(_tells, last_words[places[-1] + 1 :]))[:MAX_LESSONS] if places else []


def _attempts(proof: Proof, work_order_id: str | None) -> str:
    """How often something was tried in this run, as far as the log tells."""
    of = f" of work order {one_line(work_order_id)}" if work_order_id else ""
    ran = f": {proof.commands} commands, of which {len(proof.failures)} failed" if proof.commands else ""
    last = f"The last that failed: `{one_line(proof.failures[-1].command)[:200]}`." if proof.failures else ""
    return " ".join(filter(None, [f"One run{of}{ran}.", last]))


def _tags(run: CompletedRun, learnings: Sequence[LearningOutcome]) -> list[str]:
    return [tag for tag in dict.fromkeys([run.agent_type or "", *(learning.kind for learning in learnings)]) if tag]
