"""Whether a text says no more than what was served."""

import html
import re
import unicodedata
from collections.abc import Sequence

from knowledge.text.sentences import item, sentences

_MIN_QUOTED_WORDS = 5
# A word; of scripts without spaces a character.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


def is_recalled(candidate: str, served: Sequence[str]) -> bool:
    """Whether `candidate` says no more than one of the `served` texts, or merely wraps one of them.

    Compared as lower-case words. A served text counts as wrapped where it makes up 60 % of the candidate.
    """
    words = _words(candidate)
    return bool(words) and any(_is_same_text(words, _words(text)) for text in served)


def repeats(text: str, served: Sequence[str]) -> bool:
    """Whether each sentence of the text is one of the `served` texts, or of their sentences."""
    wordings = _wordings(served)
    return bool(_words(text)) and all(_words(one) in wordings for one in _sentences(text))


def without(text: str, served: Sequence[str]) -> str:
    """The text without the sentences that tell one of the `served` texts, or a sentence of one, whatever they say
    besides."""
    wordings = _wordings(served)
    return "\n".join(filter(None, (_without(line, wordings) for line in text.splitlines())))


def _without(line: str, wordings: set[str]) -> str:
    own = sentences(line)
    left = [one for one in own if not _is_told(_words(one), wordings)]
    return line if left == own else " ".join(left)


def _is_told(words: str, wordings: set[str]) -> bool:
    """Whether the words are one of the wordings, have one, or are enough of one to be known as its."""
    has_one = any(f" {one} " in f" {words} " for one in wordings if _may_be_quoted(one))
    return has_one or any(_is_same_text(words, one) for one in wordings)


def _wordings(served: Sequence[str]) -> set[str]:
    """The words of each text, and of each sentence of it."""
    return {_words(one) for whole in served for one in (whole, *_sentences(whole))} - {""}


def _may_be_quoted(words: str) -> bool:
    """Whether they are so many that nobody else happens to say them in a row."""
    return words.count(" ") + 1 >= _MIN_QUOTED_WORDS


def _sentences(text: str) -> list[str]:
    return [sentence for line in text.splitlines() for sentence in sentences(item(line) or line) if _words(sentence)]


def _words(text: str) -> str:
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", html.unescape(text)).lower()))


def _is_same_text(words: str, served: str) -> bool:
    if words == served:
        return True
    padded, padded_served = f" {words} ", f" {served} "
    if padded in padded_served:
        return _may_be_quoted(words)
    return padded_served in padded and bool(served) and len(served) >= 0.6 * len(words)
