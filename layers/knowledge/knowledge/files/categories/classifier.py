"""Which category of the second tier a text belongs to, without an LLM: by what its prototypes mean."""

from collections.abc import Sequence
from threading import Lock

from knowledge.files.categories.examples import CATEGORIES
from knowledge.ports.embedder import Embedder, Vector, cosine

NEAREST = 3  # prototypes a category is judged by, so that one lucky sentence does not decide

Scores = dict[str, float]


def scores(text: str, embedder: Embedder) -> Scores:
    """How near each category is to a text: the mean cosine with its nearest prototypes."""
    [vector] = embedder.embed([text])
    return {name: _nearness(vector, prototypes) for name, prototypes in _prototypes(embedder.model, embedder).items()}


def best(scored: Scores) -> str:
    """The nearest category."""
    return max(scored, key=lambda name: scored[name])


def nearness(texts: Sequence[str], embedder: Embedder) -> list[float]:
    """How near texts are to what any category is about."""
    examples = [vector for prototypes in _prototypes(embedder.model, embedder).values() for vector in prototypes]
    return [_nearness(vector, examples) for vector in embedder.embed(texts)]


def together(weighed: Sequence[tuple[float, Scores]]) -> Scores:
    """The weighed mean of several scores: those of a statement, of its neighbours, of what they are about."""
    whole = sum(weight for weight, _ in weighed) or 1.0
    return {name: sum(weight * scored[name] for weight, scored in weighed) / whole for name in CATEGORIES}


_known: dict[str, dict[str, list[Vector]]] = {}
_embedding = Lock()


def _prototypes(model: str, embedder: Embedder) -> dict[str, list[Vector]]:
    """A warm process embeds them once, in one call; who comes meanwhile waits for it: they cost a third of a second."""
    with _embedding:
        if model not in _known:
            vectors = iter(embedder.embed([text for category in CATEGORIES.values() for text in category.prototypes]))
            _known[model] = {
                name: [next(vectors) for _ in category.prototypes] for name, category in CATEGORIES.items()
            }
    return _known[model]


def _nearness(vector: Vector, prototypes: Sequence[Vector]) -> float:
    cosines = sorted((cosine(vector, prototype) for prototype in prototypes), reverse=True)
    return sum(cosines[:NEAREST]) / NEAREST
