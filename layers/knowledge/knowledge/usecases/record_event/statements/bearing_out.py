"""Whether an event bears out what a model says of it: what a model adds of its own is no knowledge."""

import re
from collections.abc import Iterator

from knowledge.privacy.emails import MARK
from knowledge.text.grounding import ungrounded
from knowledge.text.near_duplicates import in_figures
from knowledge.usecases.record_event.language import nouns
from knowledge.usecases.record_event.topics import candidates

SHORTEST = 4  # letters of a word of which another one is put together

_NOUN = r"(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)"
_COUNTED = re.compile(rf"\d\s{_NOUN}")
# Prepositions that have an article within, and whose it is: `im Haus`, `bei seinem Besuch`.
_DETERMINED = re.compile(
    rf"\b(?:im|am|zum|zur|vom|beim|ins|ans|(?:mein|dein|sein|ihr|unser|euer|eur)(?:e[mnrs]?)?)\s{_NOUN}", re.I
)


def is_borne_out(text: str, event: str, shown: str = "") -> bool:
    """Whether the event has every figure and date, and every name, unless that stands in what was `shown` beside it.

    Where nouns have capitals, as in German, some are no names (`_common_nouns`).
    """
    if MARK in text:
        return False
    lacking = list(filter(nouns.trimmed, ungrounded(text, event)))  # `Eine …` begins a sentence and is no name
    elsewhere = set(ungrounded(text, f"{event} {shown}")) if lacking and shown else set(lacking)
    missing = {word for word in lacking if word in elsewhere or any(map(str.isdigit, word))}
    if missing and candidates.evidence([event])[1]:
        missing -= set(_common_nouns(text, f"{event} {shown}"))
    return not missing


def _common_nouns(text: str, known: str) -> Iterator[str]:
    """The nouns that are determined, that a figure counts, or that are put together of what is known."""
    yield from (next(filter(_has_capital, run.words), "") for run in nouns.runs(text) if run.determined)
    yield from (match["word"] for match in _DETERMINED.finditer(text))
    yield from (match["word"] for match in _COUNTED.finditer(in_figures(text)))
    stems = {nouns.stem(word) for word in re.findall(r"[^\W\d_]+", known) if len(word) >= SHORTEST}
    yield from (word for run in nouns.runs(text) for word in run.words if _is_put_together(word, stems))


def _is_put_together(word: str, stems: set[str]) -> bool:
    """Whether both parts of a compound are known words: `Werkstattstunde` where the workshop and the hour are."""
    parts = ((word[:at], word[at:]) for at in range(SHORTEST, len(word) - SHORTEST + 1))
    return any(nouns.stem(first) in stems and nouns.stem(second) in stems for first, second in parts)


def _has_capital(word: str) -> bool:
    return word[:1].isupper()
