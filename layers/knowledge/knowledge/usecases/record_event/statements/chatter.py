"""What is said in a talk that nobody needs to keep, as the model's side for talk reads it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.text.talk import CHATTER, SENTENCES, TEMPERATURE, behind, said
from knowledge.usecases.record_event.content.turns import SpokenTurn
from knowledge.usecases.record_event.language import wording

CERTAIN = 0.7  # how likely a sentence is chatter from which on it is left out; docs/measurements/files.md

FEW = 8  # sentences; who says fewer comes to tell something


def without_chatter(turns: Sequence[SpokenTurn], embedder: Embedder) -> list[SpokenTurn]:
    """The turns of a talk without their chatter; by a model without a side for talk as they are."""
    sentences = [(turn.speaker, text) for turn in turns for part in turn.parts for text in part]
    if "talk" not in embedder.sides or len(sentences) < FEW:
        return list(turns)
    likely = likelihoods(behind([said(*one) for one in sentences]), SENTENCES, embedder, "talk", TEMPERATURE)
    kept = (_tells(text) or one[CHATTER] < CERTAIN for (_, text), one in zip(sentences, likely, strict=True))
    return [replace(turn, parts=[list(_kept(part, kept)) for part in turn.parts]) for turn in turns]


def _tells(sentence: str) -> bool:
    """Whether it tells a value, or binds, as `Agreed.` does: the statement before may be none without it."""
    return bool(re.search(r"\d", sentence)) or wording.says("conversation", sentence) in ("decision", "requirement")


def _kept(part: Sequence[str], kept: Iterator[bool]) -> Iterator[str]:
    return (text for text, stays in zip(part, kept, strict=False) if stays)
