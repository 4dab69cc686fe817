"""Waits for an embedder only so long: without vectors an entry is still saved and a session still starts."""

from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import TypeVar

from knowledge.errors import KnowledgeError, Unavailable
from knowledge.ports import deadline
from knowledge.ports.embedder import Embedder, Vector

Result = TypeVar("Result")

SECONDS = 3.0  # a first call that loads a model takes one, a remote endpoint a few tenths
SECONDS_A_TEXT = 0.05  # on top: in this process a text takes some ten milliseconds


def vectors(texts: Sequence[str], embedder: Embedder) -> list[Vector]:
    """The vectors of short texts. Raises what the embedder raises, and `Unavailable` where it takes too long."""
    return _within(SECONDS + SECONDS_A_TEXT * len(texts), lambda: embedder.embed(texts))


def question(text: str, embedder: Embedder) -> Vector:
    """The vector of a question. Raises as `vectors`."""
    return _within(SECONDS, lambda: embedder.embed_question(text))


def vectors_if_any(texts: Sequence[str], embedder: Embedder) -> list[Vector] | None:
    """The vectors; None where the embedder fails, or takes too long."""
    try:
        return vectors(texts, embedder)
    except KnowledgeError:
        return None


def _within(seconds: float, embed: Callable[[], Result]) -> Result:
    run = copy_context().run  # its time counts as this request's
    try:
        return deadline.within(seconds, lambda: run(embed))
    except TimeoutError:
        raise Unavailable("The embedder does not answer in time; repeat in a moment.") from None
