"""Trains the side of all-MiniLM-L6-v2 for talk, and writes its factors of low rank.

Run by `make talk-side`, in an environment of requirements-export.txt: it takes torch, and ten minutes. By this side a
sentence that is read behind what was said before it is near to the description of what it is to that: chatter, another
matter, more of the same, or what means nothing without it.

The loss of a sentence is minus the log of the likelihood of its kind, or kinds, by a softmax of cosine / T over the
descriptions, which learn with it. How the settings were chosen: docs/measurements/files.md.
"""

import json
import random
from functools import partial
from itertools import chain
from pathlib import Path

import torch
from knowledge.text.talk import SENTENCES, TEMPERATURE
from sides import artefact, training
from sides.encoder import Encoder
from sides.talk.examples import Example, in_pieces, talks, texts, whole
from torch import Tensor

HERE = Path(__file__).parent
LABELS = HERE / "descriptions.jsonl"  # those that the factors were trained on
EARLIER = HERE / "earlier.npz"  # the factors that it goes on from: four epochs of the talks that are not NEW
NEW = ("assistants", "trades")
PIECES = 2  # times that the new ones are read in pieces, each time other ones; the earlier ones are so once
TEXTS = 10  # of so many events of the subject side's one: in texts nobody chats
BATCH = 32
RATE = 1e-4
RANK = 32
THREADS = 2


def teach(encoder: Encoder) -> None:
    """Teaches the encoder's matrices what is new, on top of what they learned earlier."""
    encoder.begin_from(artefact.read(EARLIER))
    files = artefact.files(HERE)
    new = talks(file for file in files if file.stem in NEW)
    before = talks(file for file in files if file.stem not in NEW)
    written = texts(artefact.files(HERE.parent / "subject"), TEXTS)
    pieces = chain.from_iterable(in_pieces(new) for _ in range(PIECES))
    batches = _batches([*whole(new), *pieces, *in_pieces([*before, *written])])
    encoder.learning()
    losses = (partial(_loss, encoder, batch) for batch in batches)
    training.descend(list(encoder.matrices().values()), losses, len(batches), RATE)


def _loss(encoder: Encoder, batch: list[Example]) -> Tensor:
    before, sentences = zip(*(one.passage for one in batch), strict=True)
    with torch.autocast("cpu", torch.bfloat16):  # a third less time
        nearness = encoder.together(before, sentences) @ encoder(list(SENTENCES.values())).T / TEMPERATURE
    wanted = torch.tensor([[kind in one.wanted for kind in SENTENCES] for one in batch])
    likely = torch.log_softmax(nearness.float(), 1).masked_fill(~wanted, -torch.inf)
    return -torch.logsumexp(likely, 1).mean()


def _batches(given: list[Example]) -> list[list[Example]]:
    batches = training.batches(given, BATCH, lambda one: len(one.passage[0]) + len(one.passage[1]))
    return random.sample(batches, len(batches))


if __name__ == "__main__":
    LABELS.write_text("".join(f"{json.dumps(pair)}\n" for pair in SENTENCES.items()))
    training.train(HERE, teach, rank=RANK, threads=THREADS)
