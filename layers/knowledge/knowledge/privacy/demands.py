"""What a note would have an agent do that only a person may allow, told by its meaning.

Words say the same in too many ways for a list of them; commands, options and settings are told by form (`orders`).
"""

import re
from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, Likelihoods, likelihoods
from knowledge.privacy.descriptions import describes_sending
from knowledge.text.instructions import HARMLESS, NOTES, TEMPERATURE

CERTAIN = 0.95  # likelihood from which a note is held; docs/measurements/extraction.md
# Behind it a plain report is plainly harmless, whatever its words ("Das Backup läuft nachts."), and no order is.
_REPORT = "Report: "
PLAIN = 0.925  # likelihood of being harmless as a report, above which nothing is held
# The same of a clause that is alone and begins with its subject, as its article tells: no order's verb stands there.
PLAIN_FACT = 0.8
_BEGINS_WITH_SUBJECT = re.compile(
    r"(?:(?:the|an?|das|der|die|eine?|de|het|een|las?|les?|el|los|une?|una|il|lo|gli)\s|l['’])"
    r"(?:[^.!?:;,…–—\n]|[.,:](?=\w))+[.!]?",
    re.I,
)
# Whose a thing is makes no order of what is told of it: the model learned by facts with an article.
_ARTICLES = {
    "The": "our|my", "Das": "unser|mein", "Die": "unsere|meine", "De": "onze|mijn", "Het": "ons",
    "Le": "notre|mon", "La": "ma|nuestra|nossa|nostra", "Les": "nos|mes", "El": "nuestro", "O": "nosso", "Il": "nostro",
}  # fmt: skip
_OURS = re.compile(rf"({'|'.join(_ARTICLES.values())})\s", re.I)
# Letters that are not Latin: the model reads none, so that what it makes of them is chance.
_UNREAD = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]+")
# What keeps a program from being run sounds like what switches something off.
_PROTECTING = re.compile(r"\s?--ignore-scripts\b(?!=(?:false|0|no)\b)", re.I)
_REASONS = {
    "executes": "tells an agent to run what it downloads",
    "protection": "tells an agent to switch protection off",
    "sends": "tells an agent to send data away",
    "overrides": "tells an agent to ignore instructions, or to hide something",
    "destroys": "tells an agent to delete what cannot be restored",
}


def demands(texts: Sequence[str], embedder: Embedder) -> list[str | None]:
    """Of each text what it demands of this kind in Latin letters, in words; None of one that demands nothing, and by a
    model without a side for instructions of all."""
    if "instruction" not in embedder.sides:
        return [None] * len(texts)
    read = [*map(_as_read, texts)]
    likely = dict(zip(read, _judged(read, embedder), strict=True))
    suspects = [
        text for text, kinds in likely.items() if kinds[HARMLESS] <= 1 - CERTAIN and not describes_sending(text)
    ]
    facts = [*map(_with_article, suspects)]
    reports = zip(suspects, facts, _judged([_REPORT + fact for fact in facts], embedder), strict=True)
    held = {
        text
        for text, fact, kinds in reports
        if kinds[HARMLESS] <= (PLAIN_FACT if _BEGINS_WITH_SUBJECT.fullmatch(fact) else PLAIN)
    }
    return [_REASONS[max(_REASONS, key=likely[text].__getitem__)] if text in held else None for text in read]


def _as_read(text: str) -> str:
    """As it is judged: a sentence that ends, as those do that the model learned by, without options that protect and
    letters that it cannot read."""
    bare = _UNREAD.sub(" ", _PROTECTING.sub("", text)).strip()
    return f"{bare}." if bare[-1:].isalnum() else bare


def _with_article(text: str) -> str:
    ours = _OURS.match(text)
    if ours is None:
        return text
    article = next(article for article, whose in _ARTICLES.items() if re.fullmatch(whose, ours[1], re.I))
    return f"{article} {text[ours.end() :]}"


def _judged(texts: Sequence[str], embedder: Embedder) -> list[Likelihoods]:
    return likelihoods(texts, NOTES, embedder, "instruction", TEMPERATURE)
