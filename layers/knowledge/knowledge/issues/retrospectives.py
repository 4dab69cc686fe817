"""A retrospective → its issues, each with the lessons that solve it and the practices that prevent it."""

from collections.abc import Mapping, Sequence
from typing import Any

from knowledge.issues.models import Retrospective
from knowledge.ports.embedder import Embedder, Vector
from knowledge.ports.embedder.port import cosine
from knowledge.text.near_duplicates import distinctions

POOR = 60  # of 100: a retrospective that thinks less of itself teaches nothing
SAME_MATTER = 0.4  # cosine: below it a remedy belongs to no failure; what chance gives is in docs/issue-patterns.md


def issues_of(retrospective: Retrospective, embedder: Embedder) -> list[dict[str, Any]]:
    """What `keep_retrospective` takes: an issue a failure, each remedy with the one that it is about, if any."""
    failures = retrospective.failure_patterns
    if not failures:
        return []
    vectors = embedder.embed(failures)
    lessons = _shared_out(retrospective.key_learnings, vectors, embedder)
    practices = _shared_out(retrospective.success_patterns, vectors, embedder)
    return [
        {
            "issue_summary": failure,
            "distinctions": distinctions(failure),
            "embedding": str(vector),
            "category": retrospective.learning_category or "general",
            "sd_id": retrospective.sd_id,
            "project": retrospective.project,
            "solutions": lessons[place],
            "prevention_checklist": practices[place],
        }
        for place, (failure, vector) in enumerate(zip(failures, vectors, strict=True))
    ]


def loose_of(retrospective: Retrospective, extracted: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lessons and practices that belong to none of the issues that `keep_retrospective` extracted."""
    joined = {text for issue in extracted for text in (*issue["solutions"], *issue["prevention_checklist"])}
    texts = (*retrospective.key_learnings, *retrospective.success_patterns)
    return [text for text in dict.fromkeys(texts) if text not in joined]


def _shared_out(texts: Sequence[str], failures: Sequence[Vector], embedder: Embedder) -> list[list[str]]:
    """The texts by the failure that each is nearest to; what is near to none, also of one alone, stands for itself."""
    shares: list[list[str]] = [[] for _ in failures]
    for text, vector in zip(texts, embedder.embed(texts) if texts else [], strict=True):
        nearness = [cosine(vector, failure) for failure in failures]
        if max(nearness) >= SAME_MATTER:
            shares[nearness.index(max(nearness))].append(text)
    return shares
