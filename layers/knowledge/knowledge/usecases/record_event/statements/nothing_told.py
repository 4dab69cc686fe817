"""Whether a talk says nothing that a file could hold: single words and pleasantries alone."""

import re

from knowledge.ports.embedder import Embedder
from knowledge.text.sentences import sentences
from knowledge.text.strings import has_words
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements import pleasantries
from knowledge.usecases.record_event.statements.sentences import sayings
from knowledge.usecases.record_event.topics import candidates

MOST_POLITE = 8  # words of a clause; what is longer is no pleasantry


def says_nothing(event: Occurrence, embedder: Embedder) -> bool:
    """Whether a talk without a topic is single words and pleasantries: no value, no name, and nothing of substance."""
    if not event.is_talk or event.topic or has_code(event):
        return False
    texts = [saying.text for saying in sayings(event, embedder) if not saying.asked]
    if not any(len(re.findall(r"\w+", text)) > 1 or (has_words(text) and not text.isascii()) for text in texts):
        return True
    asserted = [line for text in texts for line in sentences(text) if not wording.is_question(line)]
    clauses = [clause for line in asserted for clause in pleasantries.clauses(line)]
    if any(len(clause.split()) > MOST_POLITE or _binds(clause) or re.search(r"\d", clause) for clause in clauses):
        return False
    verbatim = pleasantries.verbatim(clauses, embedder)
    rest = [clause for clause in clauses if clause not in verbatim]
    return not any(map(candidates.names, rest)) and {*rest} <= pleasantries.polite(rest, embedder)


def _binds(text: str) -> bool:
    return wording.says("conversation", text) in ("decision", "requirement")


def has_code(event: Occurrence) -> bool:
    """Whether it quotes code, which no statement tells."""
    return bool(re.search(r"^[ \t]*(?:```|~~~)", event.text, re.M))
