"""What of a run was not said in it before."""

import re

_MIN_WORDS, _MAX_COPY = 4, 0.8
_NUMBER = re.compile(r"\d")
# A word; of scripts without spaces a character.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


class NoveltyFilter:
    """Tells what was not said before, in nearly the same words."""

    def __init__(self, task: str) -> None:
        self._task = frozenset(_words(task))
        self._known: list[frozenset[str]] = []

    def take(self, piece: str, is_said: bool) -> bool:
        """Whether the piece says something new; if so, it is known from now on. What is said with another number is
        new, of another table; what a command counts is not."""
        words = frozenset(_words(piece))
        enough = _MAX_COPY * len(words)
        if (len(words) < _MIN_WORDS and "`" not in piece) or len(words & self._task) >= enough:
            return False
        copied = [known for known in self._known if len(words & known) >= enough]
        if any(not is_said or not any(map(_NUMBER.search, words - known)) for known in copied):
            return False
        self._known.append(words)
        return True


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
