"""Which lines name what a statement names: its rare words and its figures, on whatever page and in which language."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from knowledge.text.keywords import content_words
from knowledge.text.numerals import in_figures
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.subjects import folded, stem

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")


class SharedNames:
    """Weighs what texts name by how few of them name it."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._named = {text: names(text) for text in texts}
        counts = Counter(name for named in self._named.values() for name in named)
        weights = {name: math.log(len(self._named) / count) for name, count in counts.items()}
        self._weights = {name: weight for name, weight in weights.items() if weight}  # what all name tells nothing

    def weights(self, texts: Iterable[str], others: Iterable[str]) -> list[float]:
        """For each text what of that which another one of the others names it does, too, of the one with which it
        shares most."""
        naming = defaultdict[str, list[str]](list)
        for other in dict.fromkeys(others):
            for name in self._named[other] & self._weights.keys():
                naming[name].append(other)
        return [self._most(text, naming) for text in texts]

    def _most(self, text: str, naming: Mapping[str, Sequence[str]]) -> float:
        shared = defaultdict[str, float](float)
        for name in self._named[text]:
            for other in naming.get(name, ()):
                shared[other] += self._weights[name]
        shared.pop(text, None)
        return max(shared.values(), default=0.0)


def names(text: str) -> frozenset[str]:
    """The stems of its telling words, and its figures, also those that it tells in words."""
    figures = _FIGURE.findall(in_figures(text))
    return frozenset([*(stem(folded(word)) for word in WORD.findall(text) if content_words(word)), *figures])
