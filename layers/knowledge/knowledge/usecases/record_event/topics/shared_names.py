"""Which lines name what a statement names: its rare words and its figures, on whatever page and in which language."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

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
        self._weights = {name: math.log(len(self._named) / count) for name, count in counts.items()}

    def weight(self, text: str, others: Iterable[str]) -> float:
        """What of that which one of the others names the text does, too, of the one with which it shares most."""
        own = self._named[text]
        return max((sum(self._weights[name] for name in own & self._named[other]) for other in others), default=0.0)


def names(text: str) -> frozenset[str]:
    """The stems of its telling words, and its figures, also those that it tells in words."""
    figures = _FIGURE.findall(in_figures(text))
    return frozenset([*(stem(folded(word)) for word in WORD.findall(text) if content_words(word)), *figures])
