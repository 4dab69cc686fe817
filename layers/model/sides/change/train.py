"""Trains the side of all-MiniLM-L6-v2 that reads an earlier and a later statement together, and writes its factors.

Run by `make change-side`, in an environment of requirements-export.txt: it takes torch, and an hour. By this side a
pair is near to the description of what the later statement does to the earlier one: it ends it, or leaves it as it is.

The loss of a pair is the cross-entropy between what it is and a softmax of cosine / T over the descriptions, which
learn with it. Beside what writers labelled, each later statement is held against the earlier ones that are nearest to
it, as in the product, and some others. How the settings were chosen: docs/measurements/files.md.
"""

import json
import random
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import torch
from knowledge.text.statements.relations import CHANGED, RELATIONS, STANDS, TEMPERATURE
from sides import artefact, training
from sides.change.houses import House, Place, houses
from sides.encoder import Encoder
from torch import Tensor

HERE = Path(__file__).parent
LABELS = HERE / "descriptions.jsonl"  # those that the factors were trained on
NEAREST = 2  # earlier statements of each later one that are held against it, labelled or not
OTHERS = 6  # pairs of a house at random
WEIGHT = 2.0  # of what is changed, which a tenth of the pairs are
EPOCHS = 3
BATCH = 32
RATE = 1e-4
RANK = 32
THREADS = 2

Example = tuple[str, str, bool]  # earlier, later, and whether that changes it


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices all pairs."""
    given = [example for house in houses(artefact.files(HERE)) for example in examples(house, encoder)]
    batches = _batches(given)
    encoder.learning()
    losses = (partial(_loss, encoder, batch) for batch in batches)
    training.descend(list(encoder.matrices().values()), losses, len(batches), RATE)


def examples(house: House, encoder: Encoder) -> Iterator[Example]:
    """The labelled pairs of a house, those that are near to one another, and some others."""
    places = house.changes | house.beside | _near(house, encoder) | _any(house)
    for earlier, later in sorted(places):
        yield house.earlier[earlier], house.later[later], (earlier, later) in house.changes


def _near(house: House, encoder: Encoder) -> set[Place]:
    nearness = encoder.embed(house.later) @ encoder.embed(house.earlier).T
    nearest = nearness.topk(NEAREST, dim=1).indices.tolist()
    return {(earlier, later) for later, places in enumerate(nearest) for earlier in places}


def _any(house: House) -> set[Place]:
    return {(random.randrange(len(house.earlier)), random.randrange(len(house.later))) for _ in range(OTHERS)}


def _loss(encoder: Encoder, batch: list[Example]) -> Tensor:
    pairs = encoder.together([earlier for earlier, _, _ in batch], [later for _, later, _ in batch])
    nearness = pairs @ encoder(list(RELATIONS.values())).T / TEMPERATURE
    kinds = list(RELATIONS)
    wanted = torch.tensor([kinds.index(CHANGED if changes else STANDS) for _, _, changes in batch])
    weights = torch.tensor([WEIGHT if kind == CHANGED else 1.0 for kind in kinds])
    return torch.nn.functional.cross_entropy(nearness, wanted, weight=weights)


def _batches(given: list[Example]) -> list[list[Example]]:
    """All pairs, once an epoch."""
    epochs = (training.batches(given, BATCH, lambda one: len(one[0]) + len(one[1])) for _ in range(EPOCHS))
    return [*chain.from_iterable(random.sample(epoch, len(epoch)) for epoch in epochs)]


if __name__ == "__main__":
    LABELS.write_text("".join(f"{json.dumps(pair)}\n" for pair in RELATIONS.items()))
    training.train(HERE, teach, rank=RANK, threads=THREADS)
