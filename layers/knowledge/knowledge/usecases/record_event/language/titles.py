"""What titles and headings name, as their authors wrote them."""

import re
from collections.abc import Sequence

from knowledge.text.strings import capitalised, one_line
from knowledge.usecases.record_event.language import nouns

# A heading's number (`3.`, `2.1.4`) and what it has in brackets.
_HEADING = re.compile(r"^\d{1,9}[.)]\s?|^\d{1,2}(?:\.\d{1,2}){0,2}\s+(?=[^\W\d_a-z])|\s?\([^()]{0,100}\)")

_JOINED = re.compile(r",? (?:and|und|et|y) |, ")
_ITEMS, _ITEM = 3, 4  # of a list, and words of one


def is_of_several(title: str) -> bool:
    """Whether it lists several subjects, before its colon or behind it: `sensor, case and warranty`."""
    return any(map(_lists, title.split(": ")))


def _lists(text: str) -> bool:
    items = _JOINED.split(text)
    return len(items) >= _ITEMS and all(len(item.split()) <= _ITEM for item in items)


def without_number(heading: str) -> str:
    """A heading as a name: without its number, what it has in brackets, and its last mark."""
    return _HEADING.sub("", heading).strip(" :.")


def of_title(title: str, texts: Sequence[str] | None = None) -> str:
    """What a title is about: its words before the first colon or dash, of a whole sentence its noun phrase.

    Where more of the `texts` below it name what stands behind the colon, or none what stands before, as whose or what
    kind of text it is, what stands behind it.
    """
    short, *rest = map(one_line, re.split(r"[:–—|]\s|\s-\s", title, maxsplit=1))
    if texts is not None and rest and not 0 < _naming(rest[0], texts) <= _naming(short, texts):
        short = _told_in(rest[0]) or (short if _naming(short, texts) else title)
    runs = sorted(nouns.runs(short), key=lambda run: not run.determined)
    if not runs or not short.endswith((".", "…")):
        return short[:60].strip() or title[:60]
    words = runs[0].words[: nouns.MAX_WORDS]
    numbered = next((at for at, word in enumerate(words) if at and re.search(r"\d", word)), len(words))
    return " ".join(words[: numbered + 1])


def _told_in(rest: str) -> str:
    """What is named behind a colon: a list, its first part, or of what asks the noun phrase of which it does."""
    part = rest if _lists(rest) else rest.partition(",")[0]
    runs = list(nouns.runs(part))
    asked = [
        run.words for at, run in enumerate(runs) if len(run.words) > 1 or (not at and part.startswith(run.words[0]))
    ]
    name = nouns.trimmed(nouns.unclaused(part)) or " ".join(next(iter(asked), ()))
    return capitalised(name)


def _naming(name: str, texts: Sequence[str]) -> int:
    """How many of the texts speak of it, by any of its words."""
    words = [nouns.stem(word) for run in nouns.runs(name) for word in run.words]
    return sum(any(nouns.is_form(word, other) for other in nouns.stems(text) for word in words) for text in texts)
