"""How much of a question a text has: of its words, and the rarer one is among what search found, the more it weighs."""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import NOT, NOW, RIGHT
from knowledge.text.statements.subjects import folded, stem
from knowledge.text.statements.values import without_values

_HEAD = 4  # letters that all forms of a word have in common

_plain = lru_cache(maxsize=8_192)(folded)  # of statements


@dataclass(frozen=True)
class _Index:
    """The words of a text by how they begin, each with the sentences that have it."""

    sentences: int
    words: dict[str, dict[str, set[int]]]


class QuestionTerms:
    """A question's words among passages; words that begin as none of them cost nothing."""

    def __init__(self, question: str, passages: Iterable[str]) -> None:
        words = _subject_words(question)
        self._heads = frozenset(word[:_HEAD] for word in words)
        indexes = [_index(text) for text in (question, *passages)]
        alike = [{word: at for head in self._heads for word, at in one.words.get(head, {}).items()} for one in indexes]
        forms = {word for one in alike for word in one}
        self._stems = {word: stem(word, forms) for word in forms}
        asked, number = {self._stem(word) for word in words}, sum(one.sentences for one in indexes)
        self._weights = {key: math.log(1 + number / (self._count(key, alike) or 1)) for key in asked}
        self._weight = sum(self._weights.values())

    def stems(self, text: str) -> frozenset[str]:
        """The stems of the question's words that a text has, but for its values."""
        plain = _plain(text)
        if not any(head in plain for head in self._heads):
            return frozenset()
        alike = (word for word in _subject_words(text) if word[:_HEAD] in self._heads)
        return frozenset(map(self._stem, alike)) & self._weights.keys()

    def share(self, stems: Iterable[str]) -> float:
        """The share of the question's weight that such stems have."""
        return sum(self._weights[key] for key in stems) / self._weight if self._weight else 0.0

    def _stem(self, word: str) -> str:
        return self._stems.get(word) or stem(word)

    def _count(self, key: str, alike: Iterable[dict[str, set[int]]]) -> int:
        """How many sentences have a form of it."""
        forms = [word for word, its in self._stems.items() if its == key]
        return sum(len(set().union(*(one.get(word, ()) for word in forms))) for one in alike)


@lru_cache(maxsize=1_024)  # passages are found again, and read twice for a question
def _index(text: str) -> _Index:
    words: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    complete = sentences(text)
    for at, sentence in enumerate(complete):
        for word in WORD.findall(folded(sentence)):
            words[word[:_HEAD]][word].add(at)
    return _Index(len(complete), words)


@lru_cache(maxsize=8_192)
def _subject_words(text: str) -> frozenset[str]:
    """The words that say what a text is about: neither its values nor what denies or dates it."""
    words = WORD.findall(RIGHT.sub(" ", NOW.sub(" ", without_values(text))))
    return frozenset(folded(word) for word in words if content_words(word) and not NOT.fullmatch(word))
