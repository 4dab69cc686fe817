"""The names of those who sent an e-mail, as others call them: by one of their words."""

import re
from collections.abc import Iterable

_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(r"\S{1,64}@\S{1,190}")
# Before an address, or behind the field of an e-mail; of two words or three, since one is a service's as often.
_NAME = r"[A-ZÀ-Þ][\w’'-]{2,30}(?: [A-ZÀ-Þ][\w’'-]{2,30}){1,2}"
_NAMED = re.compile(rf"(?<![\w’'-])({_NAME})[\"']?\s*<\S{{1,64}}@|\b(?i:from|von|sender|de):[*_]*\s*[\"']?({_NAME})")


def sender_names(text: str) -> set[str]:
    """The words of names that stand where an e-mail tells its sender."""
    return {word for match in _NAMED.findall(text) for word in _WORD.findall("".join(match)) if len(word) > 2}


def common_words(texts: Iterable[str]) -> set[str]:
    """What is written small outside of addresses, capitalised: a word of this is no name (`Google Cloud`)."""
    return {word.capitalize() for text in texts for word in _WORD.findall(_ADDRESS.sub(" ", text)) if word.islower()}
