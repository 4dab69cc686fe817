"""What of a run was not said in it before."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, islice
from math import ceil

_MIN_WORDS, _MAX_COPY = 4, 0.8
# Pieces that one is compared with, those that share its rarest words: a log of 25 MB has half a million.
_COMPARED = 100
_NUMBER = re.compile(r"\d")
# A word; of scripts without spaces a character.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")

_Words = frozenset[str]


class NoveltyFilter:
    """Tells what was not said before, in nearly the same words."""

    def __init__(self, task: str) -> None:
        self._task = _words(task)
        self._known: set[_Words] = set()
        self._beside: list[_Words] = []
        self._by_word: defaultdict[str, list[_Words]] = defaultdict(list)

    def take(self, piece: str, is_said: bool, *, beside: bool = False) -> bool:
        """Whether the piece says something new; if so, it is known from now on, where more is said `beside` it once
        that was taken: points of one list are alike. What is said with another number is new, of another table; what a
        command counts is not, but a command with another word is: one failed, and the other passed."""
        words = _words(piece)
        if says_little(piece) or _copies(words, self._task):
            return False
        if words in self._known or self._is_copy(words, _numbers(words) if is_said else _command(piece)):
            return False
        self._known.add(words)
        self._beside.append(words)
        if not beside:
            self.end_turn()
        return True

    def end_turn(self) -> None:
        """Nothing more is said beside what was taken."""
        for words in self._beside:
            for word in words:
                self._by_word[word].append(words)
        self._beside = []

    def _is_copy(self, words: _Words, own: _Words) -> bool:
        """Whether something known has nearly the same words, and all of those that are the piece's own."""
        alike = islice(self._alike(words, own), _COMPARED)
        return any(own <= words_of_one and _copies(words, words_of_one) for words_of_one in alike)

    def _alike(self, words: _Words, own: _Words) -> Iterator[_Words]:
        """What a piece with these words may be a copy of, by its rarest: a copy lacks a fifth of the words at most, and
        none of its own."""
        lacking = len(words) - ceil(_MAX_COPY * len(words))
        shared = sorted(own, key=self._count)[:1] or sorted(words, key=self._count)[: lacking + 1]
        return chain.from_iterable(reversed(self._by_word.get(word, [])) for word in shared)

    def _count(self, word: str) -> int:
        return len(self._by_word.get(word, ()))


def says_little(piece: str) -> bool:
    """Whether it is a word or two, without code, that tell nothing by themselves."""
    return len(_words(piece)) < _MIN_WORDS and "`" not in piece


def _copies(words: _Words, other: _Words) -> bool:
    return len(words & other) >= _MAX_COPY * len(words)


def _command(piece: str) -> _Words:
    """The words, but for numbers, of the command that it tells of with what came of it; none where it tells of none."""
    command = piece.removeprefix("Ran ").partition("`, which said: ")[0].partition("` failed")[0]
    words = _words(command) if command.startswith("`") else frozenset[str]()
    return words - _numbers(words)


def _numbers(words: _Words) -> _Words:
    return frozenset(filter(_NUMBER.search, words))


def _words(text: str) -> _Words:
    return frozenset(_WORD.findall(text.lower()))
