"""Sentences that say what a part of the project sends by itself: they order nothing, however they are worded."""

import re

from knowledge.privacy.orders import PRIVATE, SECRETS

# Who reads notes may take what an agent does for what it is to do.
_WHO_READS = r"(?:agents?|assistants?|models?|users?|bots?|you)\b"
_WORD = r"[^\s.!?;:]{1,40}"
_SENDS = re.compile(
    rf"(?:the|our|an?)(?: (?!{_WHO_READS})[\w-]{{1,30}}){{1,4}}? [\w-]{{2,30}}(?<!s)s (?:{_WORD} ){{1,8}}to"
    rf" https?://[^\s]{{2,200}}[^\s.!?;:,](?: {_WORD}){{0,10}}\.?",
    re.I,
)
_OF_SOMEBODY = re.compile(rf"\b{SECRETS}|(?<![\w-]){PRIVATE}", re.I)


def describes_sending(text: str) -> bool:
    """Whether it is one sentence in which a thing with an article sends something to an address, and that is neither
    secret nor somebody's own: "The uploader sends images to https://cdn.tide.io."."""
    return bool(_SENDS.fullmatch(text)) and not _OF_SOMEBODY.search(text)
