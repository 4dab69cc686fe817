"""Whether a talk says nothing that a file could hold: single words and chatter alone."""

import re

from knowledge.ports.embedder import Embedder
from knowledge.text.strings import has_words
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.sentences import sayings


def says_nothing(event: Occurrence, embedder: Embedder) -> bool:
    """Whether a talk without a topic is single words, chatter and questions."""
    if not event.is_talk or event.topic or has_code(event):
        return False
    texts = [saying.text for saying in sayings(event, embedder) if not saying.asked]
    return not any(len(re.findall(r"\w+", text)) > 1 or (has_words(text) and not text.isascii()) for text in texts)


def has_code(event: Occurrence) -> bool:
    """Whether it quotes code, which no statement tells."""
    return bool(re.search(r"^[ \t]*(?:```|~~~)", event.text, re.M))
