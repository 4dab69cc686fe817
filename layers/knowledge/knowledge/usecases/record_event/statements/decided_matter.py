"""What is about the matter of a decision, and not only said beside it: by the model's side for subjects."""

import re
from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.statements.values import without_values
from knowledge.usecases.record_event.language import reasons, wording

# The cosine by the side for subjects: 25 of 35 sentences that led to a decision or followed from it are as near, and 6
# of 41 that were only said beside one.
NEAR = 0.28
ALONE = 2  # words of a sentence that only says that something is decided
FEW = 5  # words; a sentence of fewer says little without the one before


def names_little(decision: str) -> bool:
    """Whether few words tell it beside its values, so that the sentence before it says of what: `Agreed: Monday, 9.`"""
    return len(re.findall(r"[^\W\d_]+", without_values(decision))) < FEW


class Matter:
    """What the sentences of one event are about; by a model without a side for subjects all are about one matter."""

    def __init__(self, texts: Sequence[str], embedder: Embedder) -> None:
        vectors = embedder.embed_by("subject", texts) if texts and "subject" in embedder.sides else []
        self._vectors = dict(zip(texts, vectors, strict=False))

    def is_of(self, decision: str, text: str) -> bool:
        """Whether a sentence is about what was decided: it leans on that, says what else was weighed, or is near."""
        decided, own = self._vectors.get(decision), self._vectors.get(text)
        leans = len(text.split()) < FEW or wording.leans(text) or reasons.weighs(text)
        return leans or not (decided and own) or cosine(decided, own) >= NEAR
