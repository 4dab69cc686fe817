"""What a text tells an agent to do that only a person may allow: such a learning is stored, not served until released.

A learning is put into the prompt of another agent, so that one poisoned run could steer all later ones. Held are
orders to run what was just downloaded, to switch protection off, to send data away, to ignore instructions, and to
delete what cannot be restored; and texts with characters that a reader does not see. The test is of what the text
orders, not of who sent it: a log can be forged. Commands, settings and English orders are told by their form
(`orders`), of learnings also by what they mean (`demands`).
"""

import re
import unicodedata
from collections.abc import Sequence

from knowledge.ports.embedder import Embedder
from knowledge.privacy.demands import demands
from knowledge.privacy.orders import order_in

_JOINERS = "‌‍"  # part of words in Persian and Indic scripts, and of emoji
_WORD = re.compile(r"[^\W\d_]{2,}")  # of letters alone


def reasons_to_hold(texts: Sequence[str], embedder: Embedder) -> list[str | None]:
    """Why each of several learnings may not be served before a person has read it: by its form or by its meaning."""
    return [reason_to_hold(text) or demand for text, demand in zip(texts, demands(texts, embedder), strict=True)]


def reason_to_hold(text: str) -> str | None:
    """Why the text may not be served before a person has read it, by its form; None where nothing speaks against it."""
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
