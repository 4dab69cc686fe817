"""What a text tells an agent to do that only a person may allow: such a learning is stored, not served until released.

A learning is put into the prompt of another agent, so that one poisoned run could steer all later ones. Held are
orders to run what was just downloaded, to switch protection off, to send data away, to ignore instructions, and to
delete what cannot be restored; and texts with characters that a reader does not see. The test is of what the text
orders, not of who sent it: a log can be forged. Commands, settings and English orders are told by their form
(`orders`), of learnings also by what they mean (`demands`).
"""

import unicodedata
from collections.abc import Sequence

from knowledge.ports.embedder import Embedder
from knowledge.privacy.demands import demands
from knowledge.privacy.hidden_characters import has_hidden_characters, mixes_scripts, spelt_out
from knowledge.privacy.orders import order_in
from knowledge.text.prohibitions import tells_failure
from knowledge.text.sentences import fragments
from knowledge.text.strings import INVISIBLE


def reasons_to_hold(texts: Sequence[str], embedder: Embedder) -> list[str | None]:
    """Why each of several learnings may not be served before a person has read it: by its form or by its meaning."""
    demanded = zip(texts, demands(texts, embedder), strict=True)
    return [reason_to_hold(text) or (None if tells_failure(text) else demand) for text, demand in demanded]


def reason_to_hold(text: str) -> str | None:
    """Why the text may not be served before a person has read it, by its form; None where nothing speaks against it."""
    if has_hidden_characters(text):
        return "carries characters that a reader does not see"
    if mixes_scripts(text):
        return "writes words with look-alike letters of another alphabet"
    plain = " ".join(unicodedata.normalize("NFKC", line) for line in text.splitlines())
    wordings = dict.fromkeys((plain, text, spelt_out(plain)))
    return next(filter(None, map(order_in, wordings)), None)


def servable(text: str) -> str:
    """What of the text may be served, by its form, wherever it stands: all but the sentences for which it would be
    held, and what cannot be seen; "" where several only together say what is held."""
    if not reason_to_hold(text):
        return text
    lines = INVISIBLE.sub("", text).splitlines()
    left = "\n".join(line if not reason_to_hold(line) else _without_orders(line) for line in lines).strip()
    return "" if reason_to_hold(left) else left


def _without_orders(line: str) -> str:
    return " ".join(sentence for sentence in fragments(line) if not reason_to_hold(sentence))
