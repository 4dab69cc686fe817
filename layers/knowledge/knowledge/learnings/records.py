"""A learning as `complete_run` takes it."""

from typing import Any

from knowledge.extraction import Candidate
from knowledge.learnings.explicit import MAX_LEARNING, ExplicitLearning
from knowledge.llm_extraction import questions
from knowledge.schemas import storable
from knowledge.text.near_duplicates import distinctions
from knowledge.text.user_words import what_is_told


def text(learning: ExplicitLearning | Candidate) -> str:
    """Its text as it is stored: redaction may lengthen one, and a log may hold what Postgres does not."""
    return str(storable(learning.learning))[:MAX_LEARNING]


def identity(learning: ExplicitLearning | Candidate) -> dict[str, Any]:
    """By what the same learning is known again."""
    return identity_of(text(learning))


def identity_of(stored: str) -> dict[str, Any]:
    """By what the same stored text is known again."""
    return {"learning": stored, "distinctions": distinctions(what_is_told(stored))}


def record(learning: ExplicitLearning | Candidate, held: str | None) -> dict[str, Any]:
    """All that is kept of it but its vector; `held` is why it may not be served."""
    return {
        **identity(learning),
        "kind": learning.kind,
        "tags": [storable(tag) for tag in learning.tags],
        "held_reason": held,
        **(_stated(learning) if isinstance(learning, ExplicitLearning) else _read(learning, held)),
    }


def _stated(learning: ExplicitLearning) -> dict[str, Any]:
    """What the caller says of a learning of its own."""
    stated = {
        "project": learning.project,
        "supersedes": learning.supersedes and str(learning.supersedes),
        "questions": [*questions.fitting(learning.questions)] or None,
    }
    return {name: value for name, value in stated.items() if value is not None}


def _read(learning: Candidate, held: str | None) -> dict[str, Any]:
    """What the log says of a learning. What waits for a person overrules nothing."""
    overrules = learning.supersedes and not held
    return {
        "authority": learning.authority,
        "basis": learning.basis,
        "questions": [storable(question) for question in learning.questions],
        **({"supersedes": str(learning.supersedes)} if overrules else {}),
    }
