"""Embeddings by torch, where it is installed."""

from collections.abc import Sequence

from knowledge.ports.embedder.port import FLOOR, FLOORS, NEAR_DUPLICATE, Passage, Side, Vector, alone
from knowledge.ports.telemetry import stage
from knowledge.text.strings import encodable


class SentenceTransformersEmbedder:
    """Any sentence-transformers model of `DIMENSIONS` dimensions, where torch is installed (the extra `export`)."""

    sides: frozenset[Side] = frozenset()

    def __init__(self, name: str) -> None:
        from sentence_transformers import SentenceTransformer

        self._transformer = SentenceTransformer(name)
        self.model = name
        self.near_duplicate = NEAR_DUPLICATE
        self.floor = FLOORS.get(name, FLOOR)
        self.max_tokens = int(self._transformer.max_seq_length or 512)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        with stage("embed"):
            cleaned = [encodable(text) for text in texts]
            vectors: list[Vector] = self._transformer.encode(cleaned, normalize_embeddings=True).tolist()
            return vectors

    def embed_question(self, text: str) -> Vector:
        """As any text."""
        return self.embed([text])[0]

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """As any text."""
        return self.embed(alone(passages))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encoded = self._transformer.tokenizer([encodable(text) for text in texts], add_special_tokens=False)
        return [len(ids) for ids in encoded["input_ids"]]
