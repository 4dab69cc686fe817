"""What the log of an agent's run proves: what it taught, and what came of it."""

from knowledge.extraction.models import Candidate, Kind, Proof, RunOutcome
from knowledge.extraction.rule_extractor import (
    MAX_LEARNINGS,
    finished,
    project_folders,
    project_prefix,
    prove,
    with_rules,
)

__all__ = [
    "MAX_LEARNINGS",
    "Candidate",
    "Kind",
    "Proof",
    "RunOutcome",
    "finished",
    "project_folders",
    "project_prefix",
    "prove",
    "with_rules",
]
