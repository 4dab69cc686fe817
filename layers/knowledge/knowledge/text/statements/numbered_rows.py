"""Rows that a number names: `Flat 5 was painted …` and `Flat 30 was painted …` are about two flats."""

import re
from collections import defaultdict
from functools import lru_cache

from knowledge.text.keywords import DETERMINERS, content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements.values import values

# A sentence begins with a word and its number, and goes on as no unit does: with a mark, or a word of three letters;
# behind the word for a number it may go on in any way.
_NUMBERED = r"(?i:number|no\.|nummer|nr\.|numéro|número|n[°º])"
_NAME = re.compile(
    rf"^[-*•\"'(„“ ]{{0,3}}(?:(?i:{'|'.join(sorted(DETERMINERS))}) )?"
    rf"([^\W\d_]{{1,30}}) (?P<numbered>{_NUMBERED} ?)?(\d{{1,8}}(?:[./-]\d{{1,8}}){{0,3}}+)(?!\d)"
    r"(?! ?(?:to|bis|à|a|–) ?\d)(?(numbered)|(?= ?[,;:–—]| ?\.?$| [a-zß-ÿ]{1,3}\b))"
)


def are_of_two_rows(new: str, old: str, whole: str = "") -> bool:
    """Whether both are about numbered things of one kind and none is in both; `whole` is what the earlier is of."""
    now, before = _names(new), _names(old) or _names(whole)
    return any(not now[word] & numbers for word, numbers in before.items() if word in now)


@lru_cache(maxsize=4_096)
def _names(text: str) -> dict[str, set[str]]:
    """The words with which its sentences begin, each with the numbers behind it."""
    names = defaultdict[str, set[str]](set)
    for match in filter(None, map(_NAME.match, sentences(text))):
        if content_words(match[1]) and not _is_measured(match[0]):
            names[match[1].casefold()].add(match[3])
    return dict(names)


def _is_measured(name: str) -> bool:
    return any(value.kind for value in values(name))
