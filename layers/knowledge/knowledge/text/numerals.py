"""Spelled-out numbers → figures."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

# Spelled-out numbers are read in these languages; from two on, since "one" seldom counts. All but two only where a
# text is written in it, as its articles and prepositions show: "sept", "mil", "dos" and "once" are English words of
# another meaning.
_LANGUAGES = ("en", "de")
_SHOWN_BY = {
    language: frozenset(words.split())
    for language, words in {
        "es": "el la los las del de que y en un una por con para se al",
        "fr": "le la les de des du et à au aux en un une pour dans sur est",
        "it": "il lo la gli di del della che un una per con al alla alle è non",
        "nl": "het een van voor niet wordt naar elke heeft zijn",
    }.items()
}
# A time, and not the second of several: no noun follows it, but an end or a number.
_NUMBER = (
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)\b(?!-)"
)
_SECOND = re.compile(rf"\b(?:(?:per|split) second\b|(?:a|each|every) second(?=\s*(?:[^\w\s]|$)|\s+{_NUMBER}))", re.I)
_SHARE = 0.1  # of a text's words
_LEAST = 2


@lru_cache(maxsize=4_096)  # statements are compared with many others
def in_figures(text: str) -> str:
    """The text with its spelled-out numbers as figures, where they stand ("drei Uhr" is "3 Uhr")."""
    languages = (*_LANGUAGES, *_shown(text))
    read = [_read(part, languages) for part in _SECOND.split(text)]
    return "".join(chain.from_iterable(zip(read, [*_SECOND.findall(text), ""], strict=True)))


def _read(text: str, languages: Iterable[str]) -> str:
    from text_to_num import alpha2digit

    for language in languages:
        text = alpha2digit(text, language, threshold=_LEAST)
    return text


def _shown(text: str) -> list[str]:
    """Of the languages whose numerals are other languages' words, those that the text may be written in."""
    words = re.findall(r"\w+", text.lower())
    return [name for name, its in _SHOWN_BY.items() if sum(word in its for word in words) >= _SHARE * len(words) > 0]
