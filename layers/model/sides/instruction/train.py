"""Trains the side of all-MiniLM-L6-v2 for what a text asks for, and writes its factors of low rank.

Run by `make instruction-side`, in an environment of requirements-export.txt: it takes torch, and half an hour. By this
side a user's message is near to the description of a standing rule, of a task or of talk, and a note to that of what it
would have an agent do.

The loss of a text is the cross-entropy between its kinds and a softmax of cosine / T over the descriptions of its sort,
which learn with it. How the settings were chosen: docs/measurements/extraction.md.
"""

import json
import random
from functools import partial
from itertools import chain
from pathlib import Path

import torch
from knowledge.text.instructions import MESSAGES, NOTES, TEMPERATURE
from sides import artefact, training
from sides.encoder import Encoder
from sides.instruction.examples import Example, examples
from torch import Tensor

HERE = Path(__file__).parent
LABELS = HERE / "descriptions.jsonl"  # those that the factors were trained on
EPOCHS = 4
BATCH = 48
RATE = 1e-4
RANK = 32
THREADS = 2


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices all examples."""
    batches = _batches(examples(artefact.files(HERE)))
    encoder.learning()
    losses = (partial(_loss, encoder, batch) for batch in batches)
    training.descend(list(encoder.matrices().values()), losses, len(batches), RATE)


def _loss(encoder: Encoder, batch: list[Example]) -> Tensor:
    sorts = ([one for one in batch if one.descriptions is sort] for sort in (MESSAGES, NOTES))
    losses = [_of_sort(encoder, alike) * len(alike) for alike in sorts if alike]
    return torch.stack(losses).sum() / len(batch)


def _of_sort(encoder: Encoder, alike: list[Example]) -> Tensor:
    descriptions = alike[0].descriptions
    nearness = encoder([one.text for one in alike]) @ encoder(list(descriptions.values())).T / TEMPERATURE
    wanted = torch.tensor([[one.wanted.get(name, 0.0) for name in descriptions] for one in alike])
    return torch.nn.functional.cross_entropy(nearness, wanted)


def _batches(given: list[Example]) -> list[list[Example]]:
    """All examples, once an epoch."""
    epochs = (training.batches(given, BATCH, lambda example: len(example.text)) for _ in range(EPOCHS))
    return [*chain.from_iterable(random.sample(epoch, len(epoch)) for epoch in epochs)]


if __name__ == "__main__":
    LABELS.write_text("".join(f"{json.dumps(pair)}\n" for pair in [*MESSAGES.items(), *NOTES.items()]))
    training.train(HERE, teach, rank=RANK, threads=THREADS)
