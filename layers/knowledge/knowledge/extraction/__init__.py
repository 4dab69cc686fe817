"""What an agent's run taught: learnings out of its log."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.extraction.llm_extractor import by_model
from knowledge.extraction.models import Candidate, Kind, LearningExtraction
from knowledge.extraction.rule_extractor import by_rules
from knowledge.ports.embedder import Embedder
from knowledge.ports.llm import LLM, LLMFailed
from knowledge.privacy.runs import CleanRun, clean_text
from knowledge.text.prompt_block import is_recalled

__all__ = ["Candidate", "Kind", "LearningExtraction", "extract"]


def extract(run: CleanRun, embedder: Embedder, llm: LLM | None, served: Sequence[str]) -> LearningExtraction:
    """The learnings of a run: by the model where there is one, else, or where it fails, by rules.

    `served` are the learnings that this run was given: neither they nor any block in which they were quoted are
    learned back. Never raises for what a log holds.
    """
    if llm is None:
        return LearningExtraction(_new(by_rules(run, embedder), served), "rules")
    try:
        return LearningExtraction(_new(by_model(run, llm), served), "llm")
    except LLMFailed as error:
        return LearningExtraction(_new(by_rules(run, embedder), served), "rules", error.note)


def _new(candidates: Sequence[Candidate], served: Sequence[str]) -> list[Candidate]:
    """The candidates that were not served to the run, their text safe to store."""
    cleaned = [replace(candidate, learning=clean_text(candidate.learning)) for candidate in candidates]
    return [candidate for candidate in cleaned if candidate.learning and not is_recalled(candidate.learning, served)]
