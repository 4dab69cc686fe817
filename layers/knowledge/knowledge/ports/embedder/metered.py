"""An embedder that tells how much it embeds."""

from collections.abc import Callable, Sequence

from knowledge.ports.embedder.port import Embedder, Passage, Side, Vector


class MeteredEmbedder:
    """Any embedder; `tell` is told how many tokens each batch took, once it is embedded."""

    def __init__(self, embedder: Embedder, tell: Callable[[int], None]) -> None:
        self._embedder, self._tell = embedder, tell
        self.model, self.max_tokens = embedder.model, embedder.max_tokens
        self.near_duplicate, self.floor = embedder.near_duplicate, embedder.floor
        self.sides = embedder.sides

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text."""
        vectors = self._embedder.embed(texts)
        self._tell_of(texts)
        return vectors

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """A vector a passage, which is not told: what is kept of it is embedded as a text, too."""
        return self._embedder.embed_by(side, passages)

    def embed_question(self, text: str) -> Vector:
        """A question's vector."""
        vector = self._embedder.embed_question(text)
        self._tell_of([text])
        return vector

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """As the embedder counts."""
        return self._embedder.count_tokens(texts)

    def _tell_of(self, texts: Sequence[str]) -> None:
        if texts:
            self._tell(sum(self.count_tokens(texts)))
