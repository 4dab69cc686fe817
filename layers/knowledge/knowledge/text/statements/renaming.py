"""Whether a later clause calls what an earlier one is about by another name, or puts it elsewhere."""

import re

from knowledge.text.keywords import DETERMINERS
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import NOW
from knowledge.text.statements.months import MONTH

# What stands between a subject and its value
_COPULA = re.compile(r"\b(?:is|are|will be|runs on|uses|use|ist|sind|est|es)\b", re.I)

_DETERMINER = rf"(?i:{'|'.join(sorted(DETERMINERS))})"
# `The insurance is with Allianz.`
_AT = re.compile(
    rf"(?P<subject>[^,;.:]{{2,40}}?) (?:is|are|ist|sind|est|sont|está|están) (?:now |jetzt )?"
    rf"(?:with|in|at|bei|avec|chez|à|con|en) (?:{_DETERMINER} )?(?P<name>[A-ZÀ-Þ][\w.+-]*)"
)
# `We changed the insurance to AXA.`
_TO = re.compile(
    rf"\b(?P<subject>{_DETERMINER} (?:[\w-]+ ){{1,3}}?)(?:to|auf|zu[rm]?|à|a) "
    rf"(?:{_DETERMINER} )?(?P<name>[A-ZÀ-Þ][\w.+-]*)"
)
_PUT_OFF = re.compile(  # `moves to 4 February`
    rf"(?<!\d) (?:to|auf|au|al) (?:the |den )?(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)? (?:of |de )?{MONTH}|{MONTH} \d)", re.I
)
_SPAN = re.compile(r"\b(?:from|von|vom|du|del)\b", re.I)


def is_put_off(text: str) -> bool:
    """Whether it tells to which day something goes, and no span of days."""
    return bool(_PUT_OFF.search(text)) and not _SPAN.search(text)


def is_given_to(new: str, old: str) -> bool:
    """Whether both say of one thing where or with whom it is, and the later one that it came there, or is there now."""
    was, moved, now = _AT.search(old), _TO.search(new), _AT.search(new) if NOW.search(new) else None
    after = [match for match in (moved, now) if match]
    return was is not None and any(
        _thing(match["subject"]) == _thing(was["subject"]) != set() and match["name"] != was["name"] for match in after
    )


def _thing(subject: str) -> set[str]:
    return {word for word in map(str.casefold, WORD.findall(subject)) if word not in DETERMINERS}


def is_renamed(new: str, old: str) -> bool:
    """Whether both say what one thing is, each by another name."""
    sides = [_COPULA.split(text, maxsplit=1) for text in (new, old)]
    if any(len(side) < 2 for side in sides):
        return False
    (subject, after), (other, before) = sides
    names = [re.match(r"\s*(?:now )?(?:an? |the )?([A-Z][\w.+-]*)", text) for text in (after, before)]
    subjects = [{word.casefold() for word in WORD.findall(text) if len(word) > 3} for text in (subject, other)]
    named = {name[1] for name in names if name}
    return subjects[0] == subjects[1] != set() and len(named) == 2
