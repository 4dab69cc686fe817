"""What a line in a file of a run repeats of a learning that the run taught, in the words of the log or nearly."""

import re
from collections.abc import Iterable, Sequence

from knowledge.text.keywords import function_words
from knowledge.text.sentences import sentences
from knowledge.text.user_words import words_of

MOST, SOME = 0.7, 0.5  # share of the words of one that the other has: it repeats it; it may
FEWEST = 3  # words in common: fewer are the subject of a run, and no repetition
SENTENCE = 24  # characters of a sentence that stands for itself
# A character of scripts without spaces is a word; what stands between underscores and in code is one, too.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]{3,}|\d+")
_MARKS = re.compile(r"\[\[[^\]\n]{0,300}\]\]| \| v\d[^|\n]{0,80}\|")  # links, and the header's version

_Words = frozenset[str]


def with_sentences(texts: Sequence[str]) -> list[str]:
    """The texts, the user's words in those that quote them, and of what has several sentences each that tells it from
    others: titles and lists have the first alone."""
    own = list(dict.fromkeys([*texts, *map(words_of, texts)]))
    return [*own, *(part for text in own for part in sentences(text) if len(part) >= SENTENCE)]


class RepeatedLines:
    """Tells which lines repeat one of the `texts`: those that have most of its words, or are made of them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = _word_sets(with_sentences(texts))

    def holds(self, line: str) -> bool:
        """Whether the line repeats one."""
        return self._shares(line, MOST)

    def may_hold(self, line: str) -> bool:
        """Whether the line has so much of one that nobody but a reader can tell."""
        return self._shares(line, SOME)

    def _shares(self, line: str, share: float) -> bool:
        words = _words(line)
        return any(
            len(words & text) >= max(min(FEWEST, len(text)), share * min(len(words), len(text))) for text in self._texts
        )


def _word_sets(texts: Iterable[str]) -> list[_Words]:
    """The words of each text that has enough of them to be told from others."""
    return [words for words in dict.fromkeys(map(_words, texts)) if len(words) >= FEWEST]


def _words(text: str) -> _Words:
    return frozenset(_WORD.findall(_MARKS.sub("", text).lower())) - function_words(text)
