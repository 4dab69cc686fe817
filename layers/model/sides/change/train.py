"""Trains the side of all-MiniLM-L6-v2 for changes, and writes its factors of low rank.

Run by `make change-side`, in an environment of requirements-export.txt: it takes torch, and a quarter of an hour. By
this side an earlier and a later text that are read together are near to the description of what the later is to the
earlier: it ends it, both hold, or they are about different things.

The loss of a pair is minus the log of the likelihood of its kind, or kinds, by a softmax of cosine / T over the
descriptions, which learn with it. How the settings were chosen: docs/measurements/files.md.
"""

import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import torch
from knowledge.text.change import SENTENCES, TEMPERATURE
from sides import artefact, training
from sides.change.examples import Example, examples, journals
from sides.encoder import Encoder
from torch import Tensor

HERE = Path(__file__).parent
LABELS = HERE / "descriptions.jsonl"  # those that the factors were trained on
EARLIER = HERE / "earlier.npz"  # the factors that it goes on from: two epochs of matters that ten strangers invented
EPOCHS = 2
BATCH = 32
RATE = 1e-4
RANK = 48
THREADS = 2


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices what ends what in journals, on top of what they learned of invented matters."""
    given = journals(artefact.files(HERE))
    batches = [batch for _ in range(EPOCHS) for batch in _batches(examples(given, partial(_nearest, encoder)))]
    encoder.begin_from(artefact.read(EARLIER))
    encoder.learning()
    losses = (partial(_loss, encoder, batch) for batch in batches)
    training.descend(list(encoder.matrices().values()), losses, len(batches), RATE)


def _nearest(encoder: Encoder, texts: Sequence[str], others: Sequence[str]) -> list[list[int]]:
    nearness = encoder.embed(list(texts)) @ encoder.embed(list(others)).T
    return nearness.argsort(1, descending=True).tolist()


def _loss(encoder: Encoder, batch: list[Example]) -> Tensor:
    read = [one.earlier for one in batch], [one.later for one in batch]
    with torch.autocast("cpu", torch.bfloat16):  # a third less time
        nearness = encoder.together(*read) @ encoder(list(SENTENCES.values())).T / TEMPERATURE
    wanted = torch.tensor([[kind in one.kinds for kind in SENTENCES] for one in batch])
    likely = torch.log_softmax(nearness.float(), 1).masked_fill(~wanted, -torch.inf)
    return -torch.logsumexp(likely, 1).mean()


def _batches(given: list[Example]) -> list[list[Example]]:
    batches = training.batches(given, BATCH, lambda one: len(one.earlier) + len(one.later))
    return random.sample(batches, len(batches))


if __name__ == "__main__":
    LABELS.write_text("".join(f"{json.dumps(pair)}\n" for pair in SENTENCES.items()))
    training.train(HERE, teach, rank=RANK, threads=THREADS)
