"""Trains the side of all-MiniLM-L6-v2 for what is said of one matter, and writes its factors of low rank.

Run by `make matter-side`, in an environment of requirements-export.txt: it takes torch, and half an hour. By this side
what was so and what changes it in other words are near, and what only sounds alike is not.

The loss of some houses in one base is the mean over their later sentences of -log p(earlier sentences that it changes),
by a softmax of cosine / T over all earlier ones and a nearness at which nothing is meant, which is learned, too; and
the same from each earlier sentence on (InfoNCE: van den Oord et al. 2018). A sentence that changes nothing, or that
nothing changes, is to be nearest to nothing. How the settings were chosen: docs/measurements/files.md.
"""

import random
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import ceil
from pathlib import Path

import torch
from sides import artefact, training
from sides.encoder import Encoder
from sides.matter.pairs import House, houses
from torch import Tensor
from torch.nn import Parameter

HERE = Path(__file__).parent
EPOCHS = 6
BATCH = 6  # houses: as many as one base may hold
TOGETHER = 40  # sentences a pass, of about one length
RATE = 1e-4
TEMPERATURE = 0.05
NOTHING, NOTHING_RATE = 0.45, 0.05  # the nearness at first, and how fast it learns, in units of T
THREADS = 1


@dataclass(frozen=True)
class Base:
    """Some houses' sentences, and which earlier one each later one changes: [later, earlier] of 0 and 1."""

    earlier: list[str]
    later: list[str]
    changed: Tensor

    @classmethod
    def of(cls, chosen: list[House]) -> "Base":
        return cls(
            earlier=list(chain.from_iterable(house.earlier for house in chosen)),
            later=list(chain.from_iterable(house.later for house in chosen)),
            changed=torch.block_diag(*map(_changed, chosen)),
        )


def _changed(house: House) -> Tensor:
    changed = torch.zeros(len(house.later), len(house.earlier))
    for earlier, later in house.changes:
        changed[later, earlier] = 1
    return changed


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices all houses."""
    given = houses(artefact.pairs(HERE))
    nothing = Parameter(torch.full((2,), NOTHING / TEMPERATURE))
    steps = EPOCHS * ceil(len(given) / BATCH)
    losses = (partial(_loss, encoder, Base.of(chosen), nothing) for chosen in _batches(given))
    encoder.learning()
    groups = [(list(encoder.matrices().values()), RATE), ([nothing], NOTHING_RATE)]
    training.descend(groups, losses, steps)


def _batches(given: list[House]) -> list[list[House]]:
    """All houses by sixes at random, once an epoch."""
    epochs = (random.sample(given, len(given)) for _ in range(EPOCHS))
    return [order[start : start + BATCH] for order in epochs for start in range(0, len(order), BATCH)]


def _loss(encoder: Encoder, base: Base, nothing: Tensor) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):  # a third less time
        vectors = _vectors(encoder, base.later + base.earlier)
    nearness = vectors[: len(base.later)] @ vectors[len(base.later) :].T / TEMPERATURE
    return _one_way(nearness, base.changed, nothing[0]) + _one_way(nearness.T, base.changed.T, nothing[1])


def _vectors(encoder: Encoder, texts: list[str]) -> Tensor:
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    passes = [order[start : start + TOGETHER] for start in range(0, len(order), TOGETHER)]
    vectors = torch.cat([encoder([texts[place] for place in places]) for places in passes])
    return vectors[torch.tensor(order).argsort()]


def _one_way(nearness: Tensor, meant: Tensor, nothing: Tensor) -> Tensor:
    """The mean loss of the rows; a row for which nothing is meant is to be nearest to `nothing`."""
    nothing_meant = (meant.sum(1, keepdim=True) == 0).float()
    wanted = torch.cat([meant, nothing_meant], 1)
    logs = torch.cat([nearness, nothing.expand(len(nearness), 1)], 1).log_softmax(1)
    return -((logs * wanted).sum(1) / wanted.sum(1)).mean()


if __name__ == "__main__":
    training.train(HERE, teach, threads=THREADS)
