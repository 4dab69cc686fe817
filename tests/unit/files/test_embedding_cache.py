"""Vectors that a process has are not computed again."""

from collections.abc import Sequence

from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import Passage, Side, alone

from tests.support.doubles import Words


class Noting(Words):
    """An embedder that notes what it is asked for, and by which side."""

    def __init__(self, *sides: Side) -> None:
        super().__init__(f"of this test of the cache alone, {sides}")
        self.sides = frozenset(sides)
        self.asked: list[tuple[str, list[Passage]]] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(("text", list(texts)))
        return super().embed(texts)

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[list[float]]:
        self.asked.append((side, list(passages)))
        return [[-value for value in vector] for vector in super().embed(alone(passages))]


def test_a_text_is_embedded_once_by_each_side() -> None:
    """By one as any text, by the other for its subject: neither takes the other's vector."""
    port = Noting("subject")
    for embedder in (RememberingEmbedder(port), RememberingEmbedder(port)):  # two requests of a process
        [text], [subject] = embedder.embed(["flour"]), embedder.embed_by("subject", ["flour"])
        assert text == [-value for value in subject]
    assert port.asked == [("text", ["flour"]), ("subject", ["flour"])]


def test_a_model_without_a_side_embeds_a_text_once() -> None:
    """Whatever it is embedded for."""
    port = Noting()
    embedder = RememberingEmbedder(port)
    assert embedder.embed(["barley"]) == embedder.embed_by("subject", ["barley"])
    assert port.asked == [("text", ["barley"])]


def test_what_is_foreseen_comes_with_the_next_call() -> None:
    """And not in one of its own."""
    port = Noting()
    embedder = RememberingEmbedder(port)
    embedder.foresee(["oats", "rye"])
    embedder.embed(["wheat"])
    embedder.embed(["rye", "oats"])
    assert port.asked == [("text", ["wheat", "oats", "rye"])]
