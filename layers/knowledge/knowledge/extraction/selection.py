"""Which of many candidates are kept: the salient, without restatements and near-duplicates."""

from collections.abc import Sequence

import numpy as np

from ..embedder import Embedder
from .model import Candidate
from .statements import Statement
from .task import Task

# Cosines of all-MiniLM-L6-v2, read off logs (docs/extraction.md): above the first two sentences of one log
# tell the same thing; above the second a sentence tells what the task's text already did.
SAME_POINT = 0.72
RESTATED = 0.80
THRESHOLD = 0.62
_SKETCH_LENGTH = 1200


def select(
    statements: Sequence[Statement], certain: Sequence[Candidate], task: Task, embedder: Embedder, limit: int
) -> list[Candidate]:
    """The `certain` candidates without duplicates, then the best of the statements, `limit` in all."""
    if not statements and not certain:
        return []
    certain_vectors = _embed(embedder, [candidate.learning for candidate in certain])
    kept = _distinct(certain, certain_vectors)
    chosen = [certain[index] for index in kept]
    vectors = _embed(embedder, [statement.text for statement in statements])
    said = _embed(embedder, _task_texts(task))
    salience = (vectors @ _focus(embedder, task, certain)) if statements else np.zeros(0)
    order = np.argsort([-(s.score + salience[i]) for i, s in enumerate(statements)], kind="stable")
    taken = [certain_vectors[index] for index in kept]
    for index in map(int, order):
        if len(chosen) >= limit or statements[index].score + salience[index] < THRESHOLD:
            break
        if max(said @ vectors[index], default=0) < RESTATED and max((v @ vectors[index] for v in taken), default=0) < SAME_POINT:
            chosen.append(Candidate(statements[index].text, statements[index].kind))
            taken.append(vectors[index])
    return chosen


def _distinct(candidates: Sequence[Candidate], vectors: "np.ndarray") -> list[int]:
    kept: list[int] = []
    for index in range(len(candidates)):
        if all(vectors[index] @ vectors[other] < 0.95 for other in kept):
            kept.append(index)
    return kept


def _focus(embedder: Embedder, task: Task, certain: Sequence[Candidate]) -> "np.ndarray":
    conclusions = [candidate.learning for candidate in certain if candidate.kind == "conclusion"]
    return _embed(embedder, [" ".join([task.title, *conclusions])])[0]


def _task_texts(task: Task) -> list[str]:
    from .prose import paragraphs

    return [sentence for block in paragraphs(task.text[:8000]) for sentence in block if len(sentence) > 25][:60] or [" "]


def _embed(embedder: Embedder, texts: Sequence[str]) -> "np.ndarray":
    return np.asarray(embedder.embed(texts) if texts else np.zeros((0, 384)), dtype=np.float32)
