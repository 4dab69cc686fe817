"""What an agent's run taught: learnings out of its log."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.extraction.llm_extractor import by_model
from knowledge.extraction.models import Candidate, Kind, LearningExtraction, Run
from knowledge.extraction.rule_extractor import by_rules
from knowledge.ports.embedder import Embedder
from knowledge.ports.llm import LLM, LLMFailed
from knowledge.privacy.secrets import redact
from knowledge.text.prompt_block import is_recalled, strip

__all__ = ["Candidate", "Kind", "LearningExtraction", "Run", "extract"]


def extract(run: Run, embedder: Embedder, llm: LLM | None, served: Sequence[str]) -> LearningExtraction:
    """The learnings of a run: by the model where there is one, else, or where it fails, by rules.

    `served` are the learnings that this run was given: neither they nor any block in which they were quoted are
    learned back. Secrets are redacted before anything is read. Never raises for what a log holds.
    """
    run = _cleaned(run)
    if llm is None:
        return LearningExtraction(_new(by_rules(run, embedder), served), "rules")
    try:
        return LearningExtraction(_new(by_model(run, llm), served), "llm")
    except LLMFailed as error:
        return LearningExtraction(_new(by_rules(run, embedder), served), "rules", error.note)


def _new(candidates: Sequence[Candidate], served: Sequence[str]) -> list[Candidate]:
    """The candidates that were not served to the run, their text safe to store."""
    cleaned = [replace(candidate, learning=_clean(candidate.learning)) for candidate in candidates]
    return [candidate for candidate in cleaned if candidate.learning and not is_recalled(candidate.learning, served)]


def _cleaned(run: Run) -> Run:
    turns = [
        replace(turn, text=_clean(turn.text), command=_maybe(turn.command), output=_maybe(turn.output))
        for turn in run.turns
    ]
    return replace(run, objective=_clean(run.objective), turns=turns)


def _maybe(text: str | None) -> str | None:
    return None if text is None else _clean(text)


def _clean(text: str) -> str:
    return redact(strip(text))
