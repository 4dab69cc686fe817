"""What titles and headings name, as their authors wrote them."""

import re
from collections.abc import Sequence

from knowledge.text.strings import one_line
from knowledge.usecases.record_event.language import nouns

# A heading's number (`3.`, `2.1.4`) and what it has in brackets.
_HEADING = re.compile(r"^\d{1,9}[.)]\s?|^\d{1,2}(?:\.\d{1,2}){0,2}\s+(?=[^\W\d_a-z])|\s?\([^()]{0,100}\)")


def without_number(heading: str) -> str:
    """A heading as a name: without its number, what it has in brackets, and its last mark."""
    return _HEADING.sub("", heading).strip(" :.")


def of_title(title: str, texts: Sequence[str] | None = None) -> str:
    """What a title is about: its words before the first colon or dash, of a whole sentence its noun phrase.

    Where the `texts` below it never name what stands before the colon, as whose it is, what stands behind it.
    """
    short, *rest = map(one_line, re.split(r"[:–—|]\s|\s-\s", title, maxsplit=1))
    if texts is not None and rest and not _is_named(short, texts):
        name = nouns.trimmed(nouns.unclaused(rest[0]).partition(",")[0])
        short = name[:1].upper() + name[1:] or short
    runs = sorted(nouns.runs(short), key=lambda run: not run.determined)
    if not runs or not short.endswith((".", "…")):
        return short[:60].strip() or title[:60]
    words = runs[0].words[: nouns.MAX_WORDS]
    numbered = next((at for at, word in enumerate(words) if at and re.search(r"\d", word)), len(words))
    return " ".join(words[: numbered + 1])


def _is_named(name: str, texts: Sequence[str]) -> bool:
    """Whether it is spoken of, by any of its words."""
    words = nouns.stems(nouns.trimmed(name))
    return any(nouns.is_form(word, other) for text in texts for other in nouns.stems(text) for word in words)
