"""An embedder that embeds each text once: for as long as one event is looked at, and of the latest in this process."""

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from threading import Lock

from knowledge.ports.embedder import Embedder, Passage, Side, Vector, alone

KEPT = 4_096  # vectors of both sides, of 1.5 kB each: an event's own words are the next event's files


class _RecentVectors:
    """The vectors of the texts that this process embedded last, without the texts."""

    def __init__(self) -> None:
        self._vectors: OrderedDict[bytes, array[float]] = OrderedDict()
        self._lock = Lock()

    def find(self, model: str, texts: Iterable[Passage]) -> dict[Passage, Vector]:
        """The vectors of those that are known."""
        vectors: dict[Passage, Vector] = {}
        with self._lock:
            for text, key in ((text, _key(model, text)) for text in texts):
                if key in self._vectors:
                    self._vectors.move_to_end(key)
                    vectors[text] = list(self._vectors[key])
        return vectors

    def keep(self, model: str, vectors: dict[Passage, Vector]) -> None:
        """Of too many the oldest go."""
        with self._lock:
            self._vectors.update((_key(model, text), array("f", vector)) for text, vector in vectors.items())
            while len(self._vectors) > KEPT:
                self._vectors.popitem(last=False)

    def clear(self) -> None:
        """Nothing is known, as in a new process."""
        with self._lock:
            self._vectors.clear()


LATEST = _RecentVectors()


class _VectorMemory:
    """One way to embed, asked only for texts that it has not embedded yet."""

    def __init__(self, name: str, embed: Callable[[Sequence[Passage]], list[Vector]]) -> None:
        self._name, self._embed = name, embed
        self._known: dict[Passage, Vector] = {}
        self._foreseen: list[Passage] = []

    def foresee(self, texts: Sequence[Passage]) -> None:
        """These will be asked for: they are embedded with the next call, and not in one of their own."""
        self._foreseen += texts

    def vectors(self, texts: Sequence[Passage]) -> list[Vector]:
        """A vector a text, in order."""
        if any(text not in self._known for text in texts):
            self._learn([*texts, *self._foreseen])
        return [self._known[text] for text in texts]

    def _learn(self, texts: Sequence[Passage]) -> None:
        self._foreseen = []
        unknown = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= LATEST.find(self._name, unknown)
        if new := [text for text in unknown if text not in self._known]:
            vectors = dict(zip(new, self._embed(new), strict=True))
            LATEST.keep(self._name, vectors)
            self._known |= vectors


class RememberingEmbedder:
    """Any embedder, asked only for texts that it has not embedded yet: all of a list in one call."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._texts = _VectorMemory(embedder.model, lambda texts: embedder.embed(alone(texts)))
        self.sides = embedder.sides
        by_side = {side: partial(embedder.embed_by, side) for side in self.sides}
        self._by_side = {side: _VectorMemory(f"{embedder.model}, {side}", embed) for side, embed in by_side.items()}
        self.model, self.max_tokens = embedder.model, embedder.max_tokens
        self.near_duplicate, self.floor = embedder.near_duplicate, embedder.floor

    def foresee(self, texts: Sequence[str]) -> None:
        """These will be asked for: they are embedded with the next call, and not in one of their own."""
        self._texts.foresee(texts)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text."""
        return self._texts.vectors(texts)

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """A vector a passage, by that side."""
        return self._by_side[side].vectors(passages) if side in self._by_side else self.embed(alone(passages))

    def embed_question(self, text: str) -> Vector:
        """A question's vector, which is not remembered: it is no text's."""
        return self._embedder.embed_question(text)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """As the embedder counts."""
        return self._embedder.count_tokens(texts)


def _key(model: str, passage: Passage) -> bytes:
    parts = (model, passage) if isinstance(passage, str) else (model, *passage)
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
