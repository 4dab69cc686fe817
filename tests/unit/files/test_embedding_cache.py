"""Vectors that a process has are not computed again."""

from collections.abc import Sequence

from knowledge.files.embedding_cache import RememberingEmbedder

from tests.support.doubles import Words


class Noting(Words):
    """An embedder that notes what it is asked for, and by which side."""

    def __init__(self, *, has_subjects: bool = True) -> None:
        super().__init__(f"of this test of the cache alone, {has_subjects}")
        self.has_subjects = has_subjects
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


def test_a_model_without_a_side_embeds_a_text_once() -> None:
    """Whatever it is embedded for."""
    port = Noting(has_subjects=False)
    embedder = RememberingEmbedder(port)
    assert embedder.embed(["barley"]) == embedder.embed_subject(["barley"])
    assert port.asked == [("text", ["barley"])]


def test_what_is_foreseen_comes_with_the_next_call() -> None:
    """And not in one of its own."""
    port = Noting()
    embedder = RememberingEmbedder(port)
    embedder.foresee(["oats", "rye"])
    embedder.embed(["wheat"])
    embedder.embed(["rye", "oats"])
    assert port.asked == [("text", ["wheat", "oats", "rye"])]
