"""Trains the question's side of all-MiniLM-L6-v2 and writes its factors of low rank.

Run by `make question-side`, in an environment of requirements-export.txt: it takes torch, and minutes.
Rows keep the vectors that they have, so nothing that is stored has to be embedded again.

A row r of a tenant scores for a question q as in the product (docs/retrieval.md), but for coverage, which is of words:

    score(q, r) = cosine(q, r) - r · centre of the tenant

The loss of a question is the mean over its needs of -log p(need), by a softmax of score / T over that need and all rows
of all tenants that it does not need (InfoNCE: van den Oord et al. 2018). Only the transformer's matrices learn. How
the settings were chosen: docs/measurements/retrieval.md.
"""

import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from sides import artefact, training
from sides.encoder import Encoder
from sides.question.pairs import Tenant, tenants
from torch import Tensor

HERE = Path(__file__).parent
EPOCHS = 3
BATCH = 64
RATE = 5e-5
TEMPERATURE = 0.05
RANK = 16
THREADS = 2
CENTRE_ROWS, CENTRE_NOTHING = 50, 20  # of learnings, and about nothing: knowledge._centre


@dataclass(frozen=True)
class Material:
    """All questions, the rows of all tenants, and which row each question needs."""

    questions: list[str]
    rows: Tensor
    common: Tensor
    needed: Tensor

    def loss(self, vectors: Tensor, chosen: list[int]) -> Tensor:
        """The mean loss of the questions `chosen`, whose vectors these are."""
        needed = self.needed[chosen]
        scores = (vectors @ self.rows.T - self.common) / TEMPERATURE
        others = torch.logsumexp(scores.masked_fill(needed, -torch.inf), 1, keepdim=True)
        losses = (torch.logaddexp(scores, others) - scores) * needed
        return (losses.sum(1) / needed.sum(1)).mean()


def material(encoder: Encoder, bases: list[Tenant]) -> Material:
    """The pairs with each row's vector by the model as it is."""
    vectors = [encoder.embed(tenant.learnings) for tenant in bases]
    needed = [_needed(tenant) for tenant in bases]
    return Material(
        questions=[task.text for tenant in bases for task in tenant.tasks],
        rows=torch.cat(vectors),
        common=torch.cat([own @ _centre(own) for own in vectors]),
        needed=torch.block_diag(*needed).bool(),
    )


def _centre(rows: Tensor) -> Tensor:
    return rows.mean(0) * CENTRE_ROWS / (CENTRE_ROWS + CENTRE_NOTHING)


def _needed(tenant: Tenant) -> Tensor:
    needed = torch.zeros(len(tenant.tasks), len(tenant.learnings))
    for number, task in enumerate(tenant.tasks):
        needed[number, task.needs] = 1
    return needed


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices all pairs."""
    given = material(encoder, list(tenants(artefact.files(HERE))))
    order = [batch for _ in range(EPOCHS) for batch in _batches(given.questions)]
    losses = (partial(_loss, encoder, given, chosen) for chosen in order)
    encoder.learning()
    training.descend(list(encoder.matrices().values()), losses, len(order), RATE)


def _loss(encoder: Encoder, given: Material, chosen: list[int]) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):  # a third less time
        vectors = encoder([given.questions[number] for number in chosen])
    return given.loss(vectors, chosen)


def _batches(questions: list[str]) -> list[list[int]]:
    """The numbers of all questions, once an epoch."""
    batches = training.batches(range(len(questions)), BATCH, lambda number: len(questions[number]))
    random.shuffle(batches)
    return batches


if __name__ == "__main__":
    training.train(HERE, teach, rank=RANK, threads=THREADS)
