"""What an agent's run taught: learnings out of its log, and what was said in it."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.extraction.llm_extractor import by_model
from knowledge.extraction.models import Candidate, Kind, LearningExtraction, Proof, RunOutcome
from knowledge.extraction.rule_extractor import prove
from knowledge.ports.llm import LLM, LLMFailed
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun
from knowledge.text.prompt_block import is_recalled

__all__ = ["Candidate", "Kind", "LearningExtraction", "Proof", "RunOutcome", "extract", "prove"]


def extract(run: CleanRun, llm: LLM | None, served: Sequence[str]) -> LearningExtraction:
    """What a run taught: by the model where there is one, else, or where it fails, what the log proves.

    The user's rules and the outcome are the same in both. `served` are the texts that this run was given: none is
    learned back. Never raises for what a log holds.
    """
    proof = prove(run)
    proven = LearningExtraction(_new(proof.learnings, served), "rules", outcome=proof.outcome)
    if llm is None:
        return proven
    rules = [candidate for candidate in proven.learnings if candidate.authority == "user"]
    try:
        return replace(proven, learnings=[*rules, *_new(by_model(run, llm), served)], method="llm")
    except LLMFailed as error:
        return replace(proven, note=error.note)


def _new(candidates: Sequence[Candidate], served: Sequence[str]) -> list[Candidate]:
    """Without what was served to the run, and what tells of an e-mail."""
    kept = (one for one in candidates if one.learning and MARK not in one.learning)
    return [one for one in kept if not is_recalled(one.verbatim or one.learning, served)]
