"""Figures of which a sentence tells what they were and what they are: the later value is the one that holds now."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.files.edits import units

# Currencies, and the units of the SI with their prefixes.
SI = r"(?-i:[kKMGTcmµnhd]?(?:[glmstWLVAJB]|Wh|Hz|Pa|bar)[²³]?)"
UNIT = rf"(?:\s?(?:[€$£¥%]|°[CF]?|(?-i:[A-Z]{{3}})\b|(?:{SI}|euros?|dollars?|min|hours?)(?![\w]))(?:/\w+)?)"
MONEY = r"(?:[€$£¥]|(?-i:[A-Z]{3}) )?"
# How a figure stands or changes.
STANDS = "is|was|are|were|stands|reached|rose|fell|grew|dropped|climbed|at|to|by|now|currently|about|took"
_BEFORE = (
    "before|beforehand|previously|formerly|earlier|vorher|zuvor|davor|bisher|avant|auparavant|antes|prima|tidigare|"
    "voorheen"
)
_NOW = (
    "now|today|currently|after|afterwards|since|then|jetzt|heute|nun|danach|nachher|seit|seitdem|seither|maintenant|"
    "après|depuis|ahora|hoy|después|desde|ora|adesso|dopo|agora|hoje|depois|nu"
)
# No name of a figure begins with one of these.
NO_NAME = rf"(?!(?:{STANDS}|{_BEFORE}|{_NOW}|up|down|from|in|vs|with|of|for|on|most|more|less|only|roughly|out|per)\b)"
_NAME = rf"(?:(?:the|our|total) )?(?P<name>{NO_NAME}[^\W\d_][\w/-]*(?: [^\W\d_][\w/-]*){{0,3}}?)"
_VALUE = rf"{MONEY}-?\d(?:[\d.,']*\d)?{UNIT}?"
# `Conversion rate rose from 1.9 % to 2.4 %`: what it was and what it is.
_MOVED = re.compile(
    rf"{_NAME} (?:{STANDS}|went|(?:in|de)creased)(?: up| down)?"
    rf" from (?P<before>{_VALUE})(?: in \w+)? to (?P<value>{_VALUE})[.!;,]?",
    re.I,
)
# `MRR is now 43,900 EUR, up from 41,200 EUR in October`: what it is and what it was.
_MOVED_FROM = re.compile(
    rf"{_NAME}:?(?: (?:{STANDS})){{0,3}} (?P<value>{_VALUE}),? (?:up|down) from (?P<before>{_VALUE})"
    r"(?: (?:in|on|last) [\w ]{1,20})?[.!;,]?",
    re.I,
)
# Beside the units those in words: `40 minutes`
_MEASURE = (
    rf"{_VALUE}(?: (?!(?:{_BEFORE}|{_NOW}|and|but|und|aber|et|mais|y|pero|in|on|at|last|until)\b)[^\W\d_]{{2,12}})?"
)
_IS = "is|are|has|takes|stands at|liegt bei|ist|sind|dauert|est|es|son"
# `Page load 2.8 s before, 1.1 s after`, `Memory was 512 MB and is now 730 MB`: each is told to be so then, or now.
_BEFORE_AND_AFTER = re.compile(
    rf"{_NAME}:?(?P<was> (?:was|were|had|took|stood at|lag bei|war|waren|était|étaient|era|eran))?"
    rf"(?P<once> (?:{_BEFORE}))? (?P<before>{_MEASURE})"
    rf"(?P<then> (?:{_BEFORE}))?(?: [^\W\d][^,;()!?\d]{{0,40}})?"
    r"(?:[,;]| and| but| und| et| y|, (?:and|but|und|aber|et|mais|y|pero))"
    rf"(?P<is> (?:it )?(?:{_IS}))?(?P<now> (?:{_NOW}))? (?P<value>{_MEASURE})"
    rf"(?P<since> (?:{_NOW})(?: [^,;()!?\d]{{1,40}})?)?[.!;,]?",
    re.I,
)
_TELLS_PAST, _TELLS_NOW = ("was", "once", "then"), ("is", "now", "since")
# Where the sentence goes on with what is so now
GOES_ON = rf"(?:it )?(?:{_IS}|{_NOW})\b"
_PAST_ALONE = re.compile(
    rf"[^,;]{{0,60}}\d[^,;]{{0,20}}? (?:{_BEFORE})\b[^,;]{{0,60}}|"
    rf"[^,;]{{0,60}}\b(?:was|were|war|waren|était|étaient|era|eran|{_BEFORE}) [^,;\d]{{0,12}}\d[^;]{{0,60}}? "
    rf"{GOES_ON}[^;]{{0,12}} \d[^;]{{0,60}}",
    re.I,
)
_TIME_WORD = re.compile(rf"\b(?:{_BEFORE}|{_NOW})\b", re.I)
_AT_COLON = re.compile(r"(?<=: )")


@dataclass(frozen=True)
class MovedFigure:
    """What it is called, what it was, and what it is since."""

    name: str
    before: str
    value: str

    @property
    def noted(self) -> str:
        """The value now, with the one before as its note."""
        return f"{self.value} (before: {self.before})"


def moved_figure(clause: str) -> MovedFigure | None:
    """The figure of which it tells both values and nothing else; None where it does not."""
    match = _MOVED.fullmatch(clause) or _MOVED_FROM.fullmatch(clause) or _before_and_after(clause)
    return MovedFigure(match["name"], match["before"], match["value"]) if match else None


def is_past_alone(clause: str) -> bool:
    """Whether it tells only what a figure was, or, in other words than these, what it is since: `420 ms before`."""
    return bool(_PAST_ALONE.fullmatch(clause))


def is_of_time(name: str) -> bool:
    """Whether what stands behind a number tells when it was so, and names nothing: `95 ms after`."""
    return bool(_TIME_WORD.search(name))


def figure_clauses(sentence: str) -> Iterator[str]:
    """What stands between its commas; a value before and the one after are one."""
    parts = re.split(r",\s+", sentence)
    at = 0
    while at < len(parts):
        both = ", ".join(parts[at : at + 2])
        is_moved = at + 1 < len(parts) and any(moved_figure(text) for text in (both, _AT_COLON.split(both)[-1]))
        yield both if is_moved else parts[at]
        at += 2 if is_moved else 1


def _before_and_after(clause: str) -> re.Match[str] | None:
    match = _BEFORE_AND_AFTER.fullmatch(clause)
    if not match or not all(any(match.group(*names)) for names in (_TELLS_PAST, _TELLS_NOW)):
        return None
    one, other = (units.of(match[value]) for value in ("before", "value"))
    return match if one in (other, "") else None  # `2.8 before, 1.1 s after`
