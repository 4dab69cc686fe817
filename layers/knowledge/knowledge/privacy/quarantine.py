"""What a text tells an agent to do that only a person may allow: such a learning is stored, not served until released.

A learning is put into the prompt of another agent, so that one poisoned run could steer all later ones. Held are
orders to run what was just downloaded, to switch protection off, to send data away, to ignore instructions, and to
delete what cannot be restored (`orders`); and texts with characters that a reader does not see. The test is of what the
text orders, not of who sent it: a log can be forged. English orders and the commands of shells are told; an order in
another language is not, unless it names a command.
"""

import re
import unicodedata

from knowledge.privacy.orders import order_in

_JOINERS = "‌‍"  # part of words in Persian and Indic scripts, and of emoji
_WORD = re.compile(r"[^\W\d_]{2,}")  # of letters alone


def reason_to_hold(text: str) -> str | None:
    """Why the text may not be served before a person has read it; None where nothing speaks against it."""
    if _has_hidden_characters(text):
        return "carries characters that a reader does not see"
    if any(_mixes_scripts(word) for word in _WORD.findall(text)):
        return "writes words with look-alike letters of another alphabet"
    plain = " ".join(unicodedata.normalize("NFKC", line) for line in text.splitlines())
    return order_in(plain) or (order_in(text) if text != plain else None)


def _has_hidden_characters(text: str) -> bool:
    """Controls of direction, zero-width characters, tags and other formats; those that join letters stay."""
    formats = [c for c in text if unicodedata.category(c) in ("Cf", "Co", "Cn") and c not in _JOINERS + "\ufeff\xad"]
    controls = [c for c in text if unicodedata.category(c) == "Cc" and c not in "\t\n\r\f\v"]
    return bool(formats or controls)


def _mixes_scripts(word: str) -> bool:
    """Whether Latin letters stand beside Cyrillic or Greek ones in one word (Unicode TS 39, mixed scripts)."""
    if word.isascii():
        return False
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in word}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK"}) and len(word) > 2 and "µ" not in word
