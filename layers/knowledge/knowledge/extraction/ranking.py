"""Which of many candidates are kept: the salient, without restatements and near-duplicates."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from knowledge.extraction.models import Candidate
from knowledge.extraction.prose.scoring import Statement
from knowledge.extraction.task import RunTask
from knowledge.ports.embedder import DIMENSIONS, Embedder
from knowledge.text.sentences import paragraphs

if TYPE_CHECKING:
    import numpy as np

# Cosines of all-MiniLM-L6-v2, read off logs (docs/extraction.md). Two sentences of one log above the first make
# the same point; a sentence above the second repeats the task's text.
SAME_POINT = 0.72
RESTATED = 0.80
# Rules' score and salience together, below which a reader found most statements not worth keeping.
THRESHOLD = 0.72
# The same where nothing was changed: there are no changed names that a statement could score by.
THRESHOLD_UNCHANGED = 0.45
_TASK_CHARACTERS, _TASK_SENTENCES = 8000, 60
_MAX_EMBEDDED = 200


def ranked(statements: Sequence[Statement], task: RunTask, embedder: Embedder) -> list[Statement]:
    """The statements worth keeping, best first: their score is now also their closeness to the run's subject.

    Those that repeat the task's own text are left out.
    """
    if not statements:
        return []
    statements = sorted(statements, key=lambda statement: -statement.score)[:_MAX_EMBEDDED]
    vectors = _embed(embedder, [statement.text for statement in statements])
    subject = _subject(task)
    salience = vectors @ (_embed(embedder, [subject])[0] if subject else _middle(vectors))
    repeated = (vectors @ _embed(embedder, _told(task)).T).max(axis=1) >= RESTATED
    judged = [
        replace(statement, score=statement.score + float(salience[index]))
        for index, statement in enumerate(statements)
        if not repeated[index]
    ]
    threshold = THRESHOLD if task.changes else THRESHOLD_UNCHANGED
    return sorted((found for found in judged if found.score >= threshold), key=lambda found: -found.score)


def distinct(candidates: Sequence[Candidate], certain: int, limit: int, embedder: Embedder) -> list[Candidate]:
    """The first `certain` candidates and as many of the others as make a new point, `limit` in all."""
    vectors = _embed(embedder, [candidate.learning for candidate in candidates])
    kept: list[int] = []
    for index in range(len(candidates)):
        nearest = max((float(vectors[index] @ vectors[other]) for other in kept), default=0.0)
        if nearest < (embedder.near_duplicate if index < certain else SAME_POINT) and len(kept) < max(limit, certain):
            kept.append(index)
    return [candidates[index] for index in kept]


def _subject(task: RunTask) -> str:
    places = [f"{change.path} {' '.join(change.symbols[:3])}" for change in task.changes[:3]]
    return " ".join([task.title, *places]).strip()


def _middle(vectors: "np.ndarray") -> "np.ndarray":
    """The direction of all statements together: what a log without a task is about."""
    total: np.ndarray = vectors.sum(axis=0)
    return total / max(float((total @ total) ** 0.5), 1e-9)


def _told(task: RunTask) -> list[str]:
    told = [sentence for block in paragraphs(task.text[:_TASK_CHARACTERS]) for sentence in block if len(sentence) > 25]
    return told[:_TASK_SENTENCES] or [task.title or " "]


def _embed(embedder: Embedder, texts: Sequence[str]) -> "np.ndarray":
    import numpy as np

    return np.asarray(embedder.embed(texts), dtype=np.float32).reshape(len(texts), DIMENSIONS)
