"""The messages of a chat as programs export it: a line with a time or a name, which recurs, begins one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LEAST = 3  # messages, from which on lines that begin alike are a chat's
RECURS = 0.5  # of the messages: by who writes more than one
ALL = 0.8  # of the lines that are not blank: from there on names without times are a chat's

_CLOCK = r"\d{1,2}[:.h]\d{2}(?::\d{2})?(?:[.,]\d{1,6})?Z?(?:[ \u202f][AaPp]\.?[Mm]\.?)?"
_DAY = r"\d{1,4}[./-]\d{1,2}\.?(?:[./-]\d{2,4})?|\w{2,12}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}\.? \w{3,12}"
# Before the time a day, a year, or a word: `Mon 09:12`, `3 Nov 2026 at 09:12`, `Today at 10:01`.
_STAMP = rf"(?:(?:{_DAY})(?:,? \d{{4}})?[,T ] ?)?(?:[^\W\d_]{{1,10}}\.?,? ){{0,2}}{_CLOCK}(?: Uhr)?"
_HELD = rf"(?:\[{_STAMP}\]|\({_STAMP}\)|{_STAMP})"
_NAME = r"[^\W\d_][\w.'’-]{0,30}(?: [\w.'’-]{1,20}){0,3}(?: \([^()]{1,24}\))?"
_ANY_NAME = r"[^\s:：<>\[\]][^:：<>\[\]\n]{0,40}"  # behind a time also a number, or a mark
_BOLD = r"[*_]{0,3}"
# `09:12 Ann: words` · `<Ann> words` · time and name above the words · name and time above them · `Ann [09:12] words` ·
# `Ann 09:12 - words` · columns. Before each may stand a mark of direction or byte order, which programs write.
_SHAPES = tuple(
    re.compile(rf"\A[\u200e\ufeff]?{shape}")
    for shape in (
        rf"{_HELD}(?: ?[-–—|] ?| +|\t){_BOLD}(?P<name>{_ANY_NAME}?){_BOLD}[:：]{_BOLD}(?:\s+|$)(?P<words>.*)",
        rf"(?:{_HELD}(?: ?[-–—|])?\s+)?<[@+ ]?(?P<name>[^<>\s][^<>]{{0,40}})>\s+(?P<words>.*)",
        rf"{_HELD}(?: ?[-–—|] ?| +|\t){_BOLD}(?P<name>{_NAME}){_BOLD}\s*(?P<words>)",
        rf"[*_@]{{0,3}}(?P<name>{_NAME}){_BOLD}(?:,? ?[-–—|·•]? ?|\s+){_HELD}(?P<words>)\s*:?\s*",
        rf"[*_@]{{0,3}}(?P<name>{_NAME}){_BOLD},?\s+(?:\[{_STAMP}\]|\({_STAMP}\)):?\s+(?P<words>.*)",
        rf"[*_@]{{0,3}}(?P<name>{_NAME}){_BOLD}(?:,? ?[-–—|·•]? ?|\s+){_HELD}(?: ?[-–—|:]\s+|\t)(?P<words>.*)",
        rf"{_HELD}(?:\t| {{2,}})(?P<name>{_NAME})(?:\t| {{2,}})(?P<words>.*)",
    )
)
# Without a time, where not all are names as they are written elsewhere: `ann: hi`, `Sabine (till): hi`.
# Atomic, since no shorter name stands before a colon either: on a long word each was tried.
_LABELLED = re.compile(rf"[*_@]{{0,3}}(?P<name>(?>{_NAME})){_BOLD}[:：]{_BOLD}\s+(?P<words>.*)")
_SIMPLE = re.compile(r"[^\W\d_a-z][\w .-]*")  # begins as names do: "Ann B.", not "ann"
_STAMPED = re.compile(rf"[\u200e\ufeff]?{_HELD}\s")  # a line that begins with a time
_RULED = re.compile(r"\W{2,}(?:\s*[\w.,:/]+){0,6}\s*\W{2,}|\W+")  # `--- Tuesday, 3 March ---`
# The parts in any order, as languages differ: `Tuesday, 3 March 2026`, `3.3.2026`; `_is_day` asks that it stand alone.
_DATED = re.compile(
    r"(?:[^\W\d_]+[.,]? ){0,2}\d{1,4}(?:[./-]\d{1,4}|\.|st|nd|rd|th){0,3},?(?: [^\W\d_]+\.?,?){0,2}(?: \d{4})?"
)


@dataclass(frozen=True)
class ChatMessage:
    """Who writes, as far as that is known, and what."""

    speaker: str
    words: str


def messages(text: str) -> list[ChatMessage]:
    """The messages of a chat's export, in order; none where no shape of lines recurs as one does in a chat."""
    lines = text.splitlines()
    by_shape = [(shape, _begun(lines, shape)) for shape in _SHAPES]
    shape, begun = max(by_shape, key=lambda one: len(one[1]))
    if not _is_chat(begun):
        shape, begun = _LABELLED, _begun(lines, _LABELLED)
        written = sum(map(bool, map(str.strip, lines)))
        begun = begun if len(begun) >= ALL * written and not all(map(_SIMPLE.fullmatch, begun)) else []
    return list(_read(lines, shape)) if _is_chat(begun) else []


def _begun(lines: Sequence[str], shape: re.Pattern[str]) -> list[str]:
    """The names by which lines of that shape begin a message."""
    return [match["name"] for line in lines if (match := shape.fullmatch(line.strip()))]


def _is_chat(names: Sequence[str]) -> bool:
    """Whether there are enough, most of them by who writes again."""
    counts = Counter(names)
    again = sum(count for count in counts.values() if count > 1)
    return len(names) >= LEAST and again >= RECURS * len(names)


def _read(lines: Sequence[str], shape: re.Pattern[str]) -> Iterator[ChatMessage]:
    """Each message with the lines that go on with it; what stands before the first is nobody's.

    A line with a time and no name tells who came and went, one with a day alone what day it is: both are nothing.
    """
    speaker, spoken = "", list[str]()
    for at, line in enumerate(lines):
        begins = shape.fullmatch(line.strip())
        if begins or _STAMPED.match(line.strip()) or _is_day(lines, at):
            yield from _message(speaker, spoken)
            speaker, spoken = (_called(begins["name"]), [begins["words"]]) if begins else ("", [])
        else:
            spoken.append(line)
    yield from _message(speaker, spoken)


def _message(speaker: str, lines: Sequence[str]) -> Iterator[ChatMessage]:
    """What was said in several lines are several paragraphs."""
    words = "\n\n".join(line.strip() for line in lines if line.strip())
    if words:
        yield ChatMessage(speaker, words)


def _called(name: str) -> str:
    """A name as people write it, without the role behind it; a number is none."""
    name = re.sub(r"\s?\([^()]{0,60}\)$", "", name.strip("*_@~ \u200e"))
    return name[:1].upper() + name[1:] if name[:1].isalpha() else ""


def _is_day(lines: Sequence[str], at: int) -> bool:
    """Whether a line between messages tells the day alone."""
    line = lines[at].strip()
    alone = not (at and lines[at - 1].strip()) and not "".join(lines[at + 1 : at + 2]).strip()
    return bool(line) and bool(_RULED.fullmatch(line) or (alone and _DATED.fullmatch(line)))
