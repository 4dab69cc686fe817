"""Vectors that a process has are not computed again."""

from collections.abc import Sequence

from knowledge.files.embedding_cache import RememberingEmbedder

from tests.support.doubles import Words


class Noting(Words):
    """An embedder that notes what it is asked for, and by which side."""

    def __init__(self) -> None:
        super().__init__("of this test of the cache alone")
        self.asked: list[tuple[str, list[str]]] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(("text", list(texts)))
        return super().embed(texts)

    def embed_subject(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(("subject", list(texts)))
        return [[-value for value in vector] for vector in super().embed(texts)]


def test_a_text_is_embedded_once_by_each_side() -> None:
    """By one as any text, by the other for its subject: neither takes the other's vector."""
    port = Noting()
    for embedder in (RememberingEmbedder(port), RememberingEmbedder(port)):  # two requests of a process
        [text], [subject] = embedder.embed(["flour"]), embedder.embed_subject(["flour"])
        assert text == [-value for value in subject]
    assert port.asked == [("text", ["flour"]), ("subject", ["flour"])]


def test_what_is_foreseen_comes_with_the_next_call() -> None:
    """And not in one of its own."""
    port = Noting()
    embedder = RememberingEmbedder(port)
    embedder.foresee(["oats", "rye"])
    embedder.embed(["wheat"])
    embedder.embed(["rye", "oats"])
    assert port.asked == [("text", ["wheat", "oats", "rye"])]
