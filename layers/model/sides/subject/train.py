"""Trains the side of all-MiniLM-L6-v2 for what a text is about, and writes its factors of low rank.

Run by `make subject-side`, in an environment of requirements-export.txt: it takes torch, and half an hour. By this side
a text is near to the description of the category in which a reader looks for it, and what names nothing to that of no
category.

The loss of a text is the cross-entropy between its categories and a softmax of cosine / T over all descriptions, which
learn with it. How the settings were chosen: docs/measurements/files.md.
"""

import json
import random
from functools import partial
from pathlib import Path

import torch
from knowledge.files.categories import DESCRIPTIONS, NOTHING, TEMPERATURE
from sides import artefact, training
from sides.encoder import Encoder
from sides.subject.examples import Example, Stretch, poor_names, stretches
from torch import Tensor

HERE = Path(__file__).parent
LABELS = HERE / "descriptions.jsonl"  # those that the factors were trained on
EPOCHS = 2
BATCH = 64
RATE = 1e-4
RANK = 48
THREADS = 2


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices all examples."""
    files = artefact.files(HERE)
    batches = _batches(stretches(files), poor_names(files, NOTHING))
    encoder.learning()
    losses = (partial(_loss, encoder, batch) for batch in batches)
    training.descend(list(encoder.matrices().values()), losses, len(batches), RATE)


def _loss(encoder: Encoder, batch: list[Example]) -> Tensor:
    texts, labels = [example.text for example in batch], list(DESCRIPTIONS.values())
    nearness = encoder(texts) @ encoder(labels).T / TEMPERATURE
    wanted = torch.tensor([[example.wanted.get(name, 0.0) for name in DESCRIPTIONS] for example in batch])
    return torch.nn.functional.cross_entropy(nearness, wanted)


def _batches(given: list[Stretch], poor: list[Example]) -> list[list[Example]]:
    """All examples, once an epoch."""
    batches: list[list[Example]] = []
    for _ in range(EPOCHS):
        examples = [*(example for stretch in given for example in stretch.examples()), *poor]
        epoch = training.batches(examples, BATCH, lambda example: len(example.text))
        batches += random.sample(epoch, len(epoch))
    return batches


if __name__ == "__main__":
    LABELS.write_text("".join(f"{json.dumps(pair)}\n" for pair in DESCRIPTIONS.items()))
    training.train(HERE, teach, rank=RANK, threads=THREADS)
