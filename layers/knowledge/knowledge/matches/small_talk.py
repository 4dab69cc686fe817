"""Whether a question asks for nothing: thanks, a greeting, a yes, an order to go on with what is at hand."""

import re

from knowledge.files.categories import NOTHING, classifier
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.text.talk import CHATTER, SENTENCES, TEMPERATURE

# Chosen on 20 pieces of small talk and 20 short questions (docs/measurements/retrieval.md).
LIKELY = 0.7  # that it is chatter, times that it names no subject: `Who is on call?` may be the one, not the other
A_WORD = 0.985  # the same of a single word, which may be a name: `thanks`, but not `May`, `Jo`, `todo`
CLAUSE = 0.5  # that a clause of it is chatter, at least: `ok, now the tests` begins with some
LONGEST = 60  # characters; who says more asks for something
_NAMES = re.compile(r"\d|\w[./_]\w")  # a number, a file: `42`, `thanks.md`
_BETWEEN = re.compile(r"[,;:.!?]\s")


def asks_nothing(question: str, embedder: Embedder) -> bool:
    """Whether it is small talk as a whole and in each clause, by the model's sides for talk and for subjects.

    Both have to say so, since each takes some short questions for nothing. By a model without them no question is.
    """
    if not embedder.sides >= {"talk", "subject"} or len(question) > LONGEST or _NAMES.search(question):
        return False
    warm = RememberingEmbedder(embedder)  # a warm process embeds the descriptions once
    chatter, least = _chatter(question, warm), LIKELY if len(question.split()) > 1 else A_WORD
    if chatter < least or chatter * classifier.scores([question], warm)[0][NOTHING] < least:
        return False
    return all(_chatter(clause, warm) >= CLAUSE for clause in _clauses(question))


def _chatter(text: str, embedder: Embedder) -> float:
    [likely] = likelihoods([("", text)], SENTENCES, embedder, "talk", TEMPERATURE)
    return likely[CHATTER]


def _clauses(text: str) -> list[str]:
    return [clause for clause in _BETWEEN.split(text) if re.search(r"\w", clause)]
