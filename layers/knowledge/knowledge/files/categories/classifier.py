"""Which category of the second tier a text belongs to, without an LLM: by prototypes and cue words."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from knowledge.files import paths
from knowledge.files.categories.examples import CATEGORIES
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.keywords import content_words

CUE = 0.08  # what a cue word adds to the cosine, at most twice
FLOOR = 0.24  # below, no category fits: on MiniLM so for 23 of 24 sentences about other things, and 6 of 132 that fit
NEAREST = 2  # prototypes a category is judged by, so that one lucky sentence does not decide


@dataclass(frozen=True)
class Classified:
    """A category's name, as a folder, and how well it fits: cosine plus cues; 0 for a new one."""

    category: str
    score: float


class Topics:
    """Classifies texts with one embedder."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def classify(self, text: str, topic: str | None = None, known: Sequence[str] = ()) -> Classified:
        """The category of a text.

        The named `topic`, where it is one of `CATEGORIES` or of the tenant's own `known` ones; else a known one whose
        name is in the text; else the one of `CATEGORIES` that fits best; and where none fits, a new one: the topic, or
        the words that recur in the text.
        """
        named = paths.slug(topic) if topic else ""
        if named in {*CATEGORIES, *known}:
            return Classified(named, 1.0)
        words = content_words(text)
        own = next((name for name in known if name not in CATEGORIES and set(name.split("-")) <= set(words)), None)
        if own:
            return Classified(own, 1.0)
        best = self._best(f"{topic}: {text}" if topic else text)
        return best if best.score >= FLOOR else Classified(named or _new(words), 0.0)

    def _best(self, text: str) -> Classified:
        vector = self._embedder.embed([text])[0]
        words = set(re.findall(r"[\w-]+", text.lower()))
        scores = {
            name: _nearness(vector, prototypes) + CUE * min(2, len(words & CATEGORIES[name].cues))
            for name, prototypes in _prototypes(self._embedder).items()
        }
        best = max(scores, key=lambda name: scores[name])
        return Classified(best, scores[best])


@lru_cache(maxsize=2)
def _prototypes(embedder: Embedder) -> dict[str, list[Vector]]:
    """A warm process embeds them once."""
    return {name: embedder.embed(category.prototypes) for name, category in CATEGORIES.items()}


def _nearness(vector: Vector, prototypes: Sequence[Vector]) -> float:
    """The mean cosine with the nearest prototypes."""
    cosines = sorted((cosine(vector, prototype) for prototype in prototypes), reverse=True)
    return sum(cosines[:NEAREST]) / NEAREST


def _new(words: Sequence[str]) -> str:
    """The two most frequent of the words that recur, as a folder's name: a word said once names no category."""
    recurring = [word for word, count in Counter(words).most_common(2) if count > 1]
    return paths.slug(" ".join(recurring)) if recurring else "general"
