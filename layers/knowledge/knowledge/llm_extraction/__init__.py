"""Extraction: by a language model that reads the log, where there is one; else, or where it fails, by rules."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from knowledge.extraction import Candidate, Proof
from knowledge.llm_extraction.items import Judge, NotBorneOut
from knowledge.llm_extraction.merging import merged
from knowledge.llm_extraction.models import (
    DroppedItem,
    KnownLearning,
    LearningExtraction,
    Limits,
    ModelReport,
    ReadingContext,
)
from knowledge.llm_extraction.prompt import INSTRUCTIONS, MAX_ITEMS, Items, messages
from knowledge.llm_extraction.windows import Window, windows
from knowledge.ports.llm import LLM, LLMFailed, Usage, estimated_tokens
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun
from knowledge.text.recalled import is_recalled

__all__ = ["KnownLearning", "LearningExtraction", "Limits", "ModelReport", "Reader", "ReadingContext", "by_rules"]

MOST_WINDOWS = 8  # asked about at once, so that a long log takes no longer than a short one
BUDGET_SPENT = (
    "Extracted by rules, because the language model's budget of the run or of the day (UTC) is spent; the operator "
    "raises KNOWLEDGE_LLM_RUN_TOKENS or KNOWLEDGE_LLM_DAY_TOKENS."
)
NONE_KEPT = (
    "Extracted by rules, because the log bears out none of the language model's items; log.model.dropped says why."
)
NONE_GIVEN = "Extracted by rules, because the language model found nothing to note in the log."
_BESIDE_TOKENS = 3000  # about what stands beside the log, and the answer


def by_rules(proof: Proof, served: Sequence[str], note: str | None = None) -> LearningExtraction:
    """What the log proves, without what was `served` to the run, and what tells of an e-mail."""
    unredacted = [one for one in proof.learnings if one.learning and MARK not in one.learning]
    new = [one for one in unredacted if not is_recalled(one.verbatim or one.learning, served)]
    return LearningExtraction(new, "rules", note)


@dataclass(frozen=True)
class Reader:
    """Reads logs with a language model, within limits."""

    llm: LLM
    limits: Limits

    def extract(self, run: CleanRun, proof: Proof, context: ReadingContext) -> LearningExtraction:
        """What the model reads in the log, as far as the log bears it out, beside the user's rules.

        The rules decide where the model fails, its budget is spent or nothing of its answer is kept; where it read a
        part of the log alone, what they prove is kept besides. Never raises for what a log holds or a model answers.
        """
        rules = by_rules(proof, context.served)
        every = windows(run.turns, self.limits.window_tokens, context.turns_read)
        chosen = self._affordable(every, context.spent_today)
        if not chosen:
            return replace(rules, note=BUDGET_SPENT if every else None)
        answers = self._answers(run, proof, context, chosen, every)
        judged = [_judged(answer, Judge(run, proof, context)) for answer in answers]
        of_model, repeated = merged([candidates for candidates, _ in judged])
        dropped = [*chain.from_iterable(dropped for _, dropped in judged), *repeated]
        report = self._report(answers, len(every), dropped)
        if not report.read:
            return replace(rules, note=next(answer.failure.note for answer in answers if answer.failure), report=report)
        partial = report.read < report.windows
        if not of_model and not partial:
            return replace(rules, note=NONE_KEPT if report.dropped else NONE_GIVEN, report=report)
        of_rules = rules.learnings if partial else [one for one in rules.learnings if one.authority == "user"]
        of_both = {one.verbatim for one in of_model if one.verbatim}  # the model's has the questions, too
        learnings = [*(one for one in of_rules if one.verbatim not in of_both), *of_model]
        note = _partly(report, answers) if partial else None
        return LearningExtraction(learnings, "llm", note, report)

    def _affordable(self, every: Sequence[Window], spent_today: int) -> list[Window]:
        """The windows that the budgets of the run and the day allow, in the order of the log: the last, the first, and
        those before the last."""
        room = min(self.limits.run_tokens, self.limits.day_tokens - spent_today)
        chosen: list[Window] = []
        for window in dict.fromkeys([*every[-1:], *every[:1], *reversed(every)]):
            room -= estimated_tokens(INSTRUCTIONS) + estimated_tokens(window.text) + _BESIDE_TOKENS
            if room >= 0 and len(chosen) < MOST_WINDOWS:
                chosen.append(window)
        return [window for window in every if window in chosen]

    def _answers(
        self, run: CleanRun, proof: Proof, context: ReadingContext, chosen: Sequence[Window], every: Sequence[Window]
    ) -> list["_WindowAnswer"]:
        """What the model says of each window, all asked at once, each within the time that the port gives it."""

        def ask(window: Window) -> _WindowAnswer:
            usage = Usage()
            try:
                items = self.llm.complete(
                    messages(run, proof, context.learnings, window, every), Items, usage
                ).learnings
            except LLMFailed as failure:
                return _WindowAnswer(window, [], usage, failure)
            return _WindowAnswer(window, items[: 2 * MAX_ITEMS], usage)

        with ThreadPoolExecutor(len(chosen)) as threads:  # a context each: it tells when the host ends the request
            asked = [threads.submit(copy_context().run, ask, window) for window in chosen]
            return [answer.result() for answer in asked]

    def _report(self, answers: Sequence["_WindowAnswer"], every: int, dropped: list[DroppedItem]) -> ModelReport:
        usage = Usage(
            sum(answer.usage.input_tokens for answer in answers), sum(answer.usage.output_tokens for answer in answers)
        )
        prices = usage.input_tokens * self.limits.input_price + usage.output_tokens * self.limits.output_price
        return ModelReport(
            name=self.llm.model or "",
            windows=every,
            read=sum(answer.failure is None for answer in answers),
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost=round(prices / 1_000_000, 6),
            dropped=dropped,
        )


@dataclass(frozen=True)
class _WindowAnswer:
    """What the model said of a window: items as they came, or why it said none."""

    window: Window
    items: Sequence[Any]
    usage: Usage
    failure: LLMFailed | None = None


def _judged(answer: _WindowAnswer, judge: Judge) -> tuple[list[Candidate], list[DroppedItem]]:
    """The learnings that the log bears out, and the items that it does not."""
    candidates: list[Candidate] = []
    dropped: list[DroppedItem] = []
    for item in answer.items:
        try:
            candidates.append(judge.learning(item, answer.window))
        except NotBorneOut as reason:
            dropped.append(DroppedItem.of(_text(item), str(reason)))
    return candidates, dropped


def _text(item: Any) -> str:
    return str(item.get("learning", "") if isinstance(item, dict) else item)


def _partly(report: ModelReport, answers: Sequence[_WindowAnswer]) -> str:
    """Why a part of the log was not read, and what stands in for it."""
    failure = next((answer.failure.detail for answer in answers if answer.failure), "")
    why = failure or f"a run has {MOST_WINDOWS} parts read at most, and its budget or the day's may allow fewer."
    return f"The language model read {report.read} of {report.windows} parts of the log; rules read all of it: {why}"
