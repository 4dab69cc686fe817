"""An embedder that embeds each text once, for as long as one event is looked at."""

from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, Vector


class Remembering:
    """Any embedder, asked only for texts that it has not embedded yet: all of a list in one call."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vector] = {}
        self._foreseen: list[str] = []
        self.model, self.max_tokens = embedder.model, embedder.max_tokens
        self.near_duplicate, self.floor = embedder.near_duplicate, embedder.floor

    def foresee(self, texts: Sequence[str]) -> None:
        """These will be asked for: they are embedded with the next call, and not in one of their own."""
        self._foreseen += texts

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text."""
        if any(text not in self._known for text in texts):
            self._learn([*texts, *self._foreseen])
        return [self._known[text] for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """As the embedder counts."""
        return self._embedder.count_tokens(texts)

    def _learn(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._foreseen = []
        self._known |= zip(new, self._embedder.embed(new), strict=True)
