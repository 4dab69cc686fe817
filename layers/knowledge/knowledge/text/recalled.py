"""Whether a text says no more than what was served."""

import html
import re
import unicodedata
from collections.abc import Sequence

from knowledge.text.sentences import item, sentences

_MIN_QUOTED_WORDS = 5


def is_recalled(candidate: str, served: Sequence[str]) -> bool:
    """Whether `candidate` says no more than one of the `served` texts, or merely wraps one of them.

    Compared as lower-case words. A served text counts as wrapped where it makes up 60 % of the candidate.
    """
    words = _words(candidate)
    return bool(words) and any(_is_same_text(words, _words(text)) for text in served)


def repeats(text: str, served: Sequence[str]) -> bool:
    """Whether each sentence of the text is one of the `served` texts, or of their sentences."""
    wordings = {_words(one) for whole in served for one in (whole, *_sentences(whole))}
    return bool(_words(text)) and all(_words(one) in wordings for one in _sentences(text))


def _sentences(text: str) -> list[str]:
    return [sentence for line in text.splitlines() for sentence in sentences(item(line) or line) if _words(sentence)]


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", html.unescape(text)).lower()))


def _is_same_text(words: str, served: str) -> bool:
    if words == served:
        return True
    padded, padded_served = f" {words} ", f" {served} "
    if padded in padded_served:
        return words.count(" ") + 1 >= _MIN_QUOTED_WORDS
    return padded_served in padded and bool(served) and len(served) >= 0.6 * len(words)
