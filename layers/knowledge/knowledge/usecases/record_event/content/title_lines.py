"""The line above minutes or notes that tells what they are: `Phone call with Ann, notes by Ben`."""

import re
from collections.abc import Collection

from knowledge.text.sentences import sentences
from knowledge.text.statements.values import values
from knowledge.usecases.record_event.language import deciding, wording

MAX_TITLE = 100  # characters
NAMED = 3  # words with a day in them that are a name
_UNTITLED = re.compile(r"[-*+•#>|`\d({\[]|[^\W\d_a-z][\w -]{0,30}[:：]\s")  # an item, a table, or who speaks
_ITEM = re.compile(r"[-*•] |\d{1,2}[.)] ")
_ENDED = re.compile(r"[.!?…:;,]$")


def titles(text: str, speakers: Collection[str] = ()) -> frozenset[str]:
    """The sentences of a talk's first line, as it has them, where that stands as a title and tells nothing itself.

    So does one that names all `speakers` of those that talk below it: `Ann and Ben about the oven.` Else no mark ends
    it, while sentences end all lines below it, which a blank line parts from it or which are a list. What has a label,
    a value other than a day, or decides is told; so is a day with more than its name: `Stock take on Monday`.
    """
    first, _, below = text.strip().partition("\n")
    named = 0 < len(first) <= MAX_TITLE and len(speakers) > 1 and not _UNTITLED.match(first)
    if named and all(re.search(rf"\b{re.escape(speaker)}\b", first) for speaker in speakers):
        return frozenset(part for part in sentences(first) if not _tells(part))
    lines = [line.strip() for line in below.splitlines() if line.strip()]
    stands_above = below.startswith("\n") or bool(lines and _ITEM.match(lines[0]))
    ended = sum(map(len, map(sentences, lines))) > 1 and all(map(_ENDED.search, lines))
    is_title = 0 < len(first) <= MAX_TITLE and not _ENDED.search(first.rstrip()) and not _UNTITLED.match(first)
    if not (is_title and first[0].isupper() and stands_above and ended):
        return frozenset()
    return frozenset(part for part in sentences(first) if not _tells(part))


def _tells(sentence: str) -> bool:
    telling = [part for part in sentence.split(", ") for value in values(part) if not _is_named_by(value.kind, part)]
    return bool(telling) or ": " in sentence or wording.is_question(sentence) or deciding.decides(sentence)


def _is_named_by(kind: str, part: str) -> bool:
    """Whether it is a day by which something is called, as `Monday meeting` is."""
    return kind in ("date", "weekday") and len(part.split()) <= NAMED
