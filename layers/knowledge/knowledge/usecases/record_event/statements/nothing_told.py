"""Whether a talk says nothing that a file could hold: single words and pleasantries alone."""

import re

from knowledge.files.categories import NOTHING, classifier
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.strings import has_words
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.sentences import sayings
from knowledge.usecases.record_event.topics import candidates

MOST_POLITE = 8  # words; what is longer is no pleasantry
SURE, POLITE = 0.7, 0.48  # how likely it is about nothing, and the cosine with a pleasantry, from which it is one


def says_nothing(event: Occurrence, embedder: Embedder) -> bool:
    """Whether a talk without a topic is single words and pleasantries: no value, no name, and about nothing."""
    if not event.is_talk or event.topic or has_code(event):
        return False
    texts = [saying.text for saying in sayings(event, embedder) if not saying.asked]
    several = [text for text in texts if len(re.findall(r"\w+", text)) > 1 or (has_words(text) and not text.isascii())]
    if any(len(text.split()) > MOST_POLITE or _tells(text) for text in several):
        return False
    polite, own = embedder.embed(wording.PLEASANT), embedder.embed(several)
    near = (max(cosine(vector, other) for other in polite) for vector in own)
    likely = classifier.scores(several, embedder) if several else []
    return all(likely[NOTHING] >= SURE and nearness >= POLITE for likely, nearness in zip(likely, near, strict=True))


def _tells(text: str) -> bool:
    binds = wording.says("conversation", text) in ("decision", "requirement")
    return binds or bool(re.search(r"\d", text) or candidates.names(text))


def has_code(event: Occurrence) -> bool:
    """Whether it quotes code, which no statement tells."""
    return bool(re.search(r"^[ \t]*(?:```|~~~)", event.text, re.M))
