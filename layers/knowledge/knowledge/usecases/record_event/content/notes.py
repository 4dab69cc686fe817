"""Notes that somebody sent as a conversation: below headings, and nobody speaks in them."""

import re
from itertools import pairwise

from knowledge.usecases.record_event.content import chats, layout

_HEADING = re.compile(r"#{1,6}[ \t]+\S")
# `Room rates from March:` above a list
_OF_LIST = re.compile(r"^(?P<heading>[^\W\d_][^:.!?\n]{2,60}):[ \t]*\n(?=(?:[ \t]*\n)?[ \t]*[-*•] )", re.M)
_SPEAKER = re.compile(r"[*_\[]*[^\W\d_a-z][\w .-]{0,30}[\]*_]*[:：][*_]*\s+\S")
_ITEM = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)]) ")
_POINT = re.compile(r"[*_ \t]*\d{1,2}[.)] ")
# How what stands below a heading ends: as a sentence, or as another heading's text.
_TEXT = re.compile(r"[.!?:)|]$|^[ \t]*(?:[-*•|#]|\d{1,2}[.)])")
_SPOKEN = 3  # one of so many lines, from which on labels are of those who speak


def are_notes(text: str) -> bool:
    """Whether it begins with a heading, or has several, and its lines are not what somebody says.

    Below a title alone numbered points are subjects of their own, as in minutes. One line before the headings may have
    a label: `Present: Priya, Tom and Jo.`
    """
    lines = [line for line in with_headings(text).splitlines() if line.strip()]
    headings = [at for at, line in enumerate(lines) if _HEADING.match(line)]
    points = sum(bool(_POINT.match(line)) for line in lines)
    if not headings or (len(headings) < 2 and (headings[0] or points > 1)):
        return False
    spoken = [at for at, line in enumerate(lines) if _SPEAKER.match(line) and not _ITEM.match(line)]
    others = len(lines) - len(headings)
    before = sum(at < headings[0] for at in spoken)
    return _SPOKEN * (len(spoken) - before) < others and before < min(len(headings), 2)


def with_headings(text: str) -> str:
    """The text with what stands as a heading as one: with a colon above a list, or alone above a text."""
    text = _OF_LIST.sub(r"## \g<heading>\n", text)
    laid_out = layout.as_markdown(text)
    return laid_out if _is_of_notes(laid_out) else text


def _is_of_notes(text: str) -> bool:
    """Whether each heading stands once, and above a text: who speaks comes again, and who signs says no more."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    headed = [(line, below) for line, below in pairwise(lines) if _HEADING.match(line)]
    once = len(dict(headed)) == len(headed) > 1
    return once and all(_TEXT.search(below) for _, below in headed) and not chats.messages(text)
