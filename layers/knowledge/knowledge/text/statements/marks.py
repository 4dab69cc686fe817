"""The marks of what is no longer so, as lines of summaries and descriptions hold them: written and read here alone."""

import re
from collections.abc import Collection, Iterator
from itertools import count

from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated

NOW = 240  # characters of what is so now
POINTERS = 3  # that a line has at most, the latest
_HEAD, _SHORT = 30, 12  # characters by which what was said is known again; fewer tell nothing
_QUOTES = str.maketrans("“”", "''")
_BRACKETS = str.maketrans("()~\n", "[]- ")
# Up to the next stroke, also where a mark is cut off: the time is linear.
STRUCK_OUT = re.compile(r"~~[^~]+~~ \(until [^~)]*\)")
# What a line ends with of which a part holds no more, or all from a day to come on; no mark behind what is struck out.
_WHOLE = r"(?<!\*)(?<!~~ )\(until \d{4}-\d{2}-\d{2}; now: [^()]*\)"
ENDING = re.compile(rf"\(in part until [^()]*\)|{_WHOLE}")
_ENDS_WHOLE = re.compile(rf" ?{_WHOLE}")
# As the marks of lines are written; `quoted` left no bracket in it: `~~x~~ (until 2026-03-01; now: y)`.
_SINCE = re.compile(r"(?<!\*)\((?:in part )?until (?P<day>\d{4}-\d{2}-\d{2})(?:, “[^()~”]*”)?; now: (?P<now>[^()~]+)\)")
# What was said later of the same, and where; the day stands behind a word, so that it is not taken for the line's own.
_LATER = re.compile(r" ?\(later, (?P<day>\d{4}-\d{2}-\d{2}): “(?P<said>[^“”\n]*)” \[\[[^\[\]\n]*\]\]\)")
# `… (2026-02-03) [[3-descriptions/…]]`: the day and the link behind a bullet
TRAILER = re.compile(r"(?: \(\d{4}-\d{2}-\d{2}\))?(?: \[\[[^\[\]]*\]\])?$")
_CUT = "\0"  # where a mark stood, and what of the punctuation around it is left over
_NUMBERED, _BEGINS = re.compile(rf"{_CUT}(\d+){_CUT}"), re.compile(r"\s+[A-ZÀ-ÖØ-Þ]")
_CLOSING = ")\"'”»*_"
_BEHIND_A_MARK = f" |.!?…。！？{_CLOSING}"  # what ends the sentence, cell or emphasis that ends with it
_LEFT_OVER = re.compile(r"[,;] ?\0 ?(?=[.,;!?]|$)|(?:(?<=[.!?] )|(?<=^- )|^)\0 ?[.,;!]")
_ENDED = re.compile(r" \*\((?:in part )?until [^*\n]*\)\*")  # behind a sentence of a description
_REPLACED = re.compile(
    r" \*\((?:in part )?until (?P<day>\d{4}-\d{2}-\d{2})(?:, “[^*\n”]*”)?; now: (?P<now>[^*\n]*)\)\*"
)
# A line of a history, which may end with where it stands whole.
_WAS = re.compile(
    r"- was(?: in part)?: (?P<was>.*), until (?P<day>\d{4}-\d{2}-\d{2}); now: (?P<now>.*?)(?:; still: .*?)?"
    r"(?: \[\[[^\[\]]*\]\])?"
)


def struck_out(clause: str, day: str, now: str = "") -> str:
    """The clause, struck out, until when it was so, and what is so now where that stands elsewhere."""
    return f"~~{clause}~~ (until {day}; now: {now})" if now else f"~~{clause}~~ (until {day})"


def in_part(day: str, now: str, part: str = "") -> str:
    """What a line ends with that is not so any more, or from a day to come on, in a part that cannot be struck out."""
    return f"(in part until {day}{_which(part)}; now: {now})"


def until_then(line: str, day: str, now: str) -> str:
    """The line, which is so until a day to come, with what is so then; another day that it told before is over."""
    return f"{_ENDS_WHOLE.sub('', line)} ({until(day, now)})"


def ends(line: str, clause: str) -> bool:
    """Whether a mark of the line names the clause already as what ends, or no part; what is so since is none."""
    named = quoted(clause).translate(_QUOTES)
    parts = (mark.partition("; now: ")[0].partition("“")[2] for mark in ENDING.findall(line))
    return any(named in part or not part for part in parts)


def until(day: str, now: str) -> str:
    """What stands behind a sentence of a description that holds no more."""
    return f"until {day}; now: {quoted(now)}"


def until_in_part(day: str, now: str, part: str = "") -> str:
    """What stands behind words of a description of which a part holds no more; of emphasis no part is named."""
    return f"in part until {day}{_which('' if '*' in part else part)}; now: {quoted(now)}"


def _which(part: str) -> str:
    return f", “{quoted(part).translate(_QUOTES)}”" if part else ""


def was(text: str, day: str, now: str, still: str | None = None, link: str = "") -> str:
    """A history's line: what was so, be it in part, until when, what is so now, what is still so, and a link.

    What is `still` so is None where nothing is, and "" where nobody knows it.
    """
    part, left = "" if still is None else " in part", f"; still: {still}" if still else ""
    return f"- was{part}: {text.rstrip('.')}, until {day}; now: {now}{left}{link}"


def quoted(text: str) -> str:
    """What is so now as a mark holds it: in one line, without the brackets and strokes that end it."""
    return abbreviated(text.translate(_BRACKETS), NOW)


def tells(text: str, now: str) -> bool:
    """Whether a mark of the text tells that this is so now."""
    return f"; now: {quoted(now)})" in text


def renewed(text: str, before: str, now: str) -> str:
    """The text, whose marks tell what is now where they told what was before."""
    return text.replace(f"; now: {quoted(before)})", f"; now: {quoted(now)})")


def pointed(line: str, day: str, later: str, path: str, instead: Collection[str] = ()) -> str:
    """The line, which ends with what was said last of the same, and leads to where that stands.

    It leads on to what it led to already, but to what is `instead` of that.
    """
    quotes = [match[0].strip() for match in _LATER.finditer(line) if match["said"] not in (*instead, _flat(later))]
    pointers = [*quotes, f"(later, {day}: “{_flat(later)}” [[{path}]])"]
    return " ".join([unpointed(line), *pointers[-POINTERS:]])


def pointed_as(other: str, line: str) -> str:
    """The line, which leads to what the other one leads to."""
    return "".join([line, *(f" {match[0].strip()}" for match in _LATER.finditer(other))])


def pointed_to(line: str) -> list[str]:
    """What the line tells to have been said later, the oldest first."""
    return [match["said"] for match in _LATER.finditer(line)]


def points_past(line: str, day: str) -> bool:
    """Whether the line leads to what was said after that day."""
    return any(match["day"] > day for match in _LATER.finditer(line))


def leads_to(line: str, text: str) -> bool:
    """Whether the line tells that this text, or a part of it, was said later."""
    own = sentences(text)
    rests = [" ".join(own[at:]) for at in range(len(own))]
    return any(_begins(quote, rest) for quote in pointed_to(line) for rest in rests)


def _begins(quote: str, text: str) -> bool:
    one, other = quote[:_HEAD], _flat(text)[:_HEAD]
    return min(len(one), len(other)) >= _SHORT and (one.startswith(other) or other.startswith(one))


def _flat(text: str) -> str:
    return quoted(text).translate(_QUOTES)


def unpointed(text: str) -> str:
    """The text without what it tells to have been said later."""
    return _LATER.sub("", text)


def undated(line: str) -> str:
    """A bullet without the day that a statement was made on and without the link to where it stands whole."""
    return TRAILER.sub("", unpointed(line)).casefold()


def unmarked(line: str) -> str:
    """The line without its marks, what they strike out and where it points to."""
    left = ENDING.sub(_CUT, STRUCK_OUT.sub(_CUT, unpointed(line)))
    return _LEFT_OVER.sub("", left).replace(_CUT, " ")


def since(line: str) -> Iterator[tuple[str, str]]:
    """What the marks of a line tell to be so now, each with the day since when."""
    return ((mark["now"], mark["day"]) for mark in _SINCE.finditer(line))


def without_ended(line: str) -> str:
    """The line without the sentences of which it says until when they held, or a part of them."""
    return " ".join(text for text in _with_cuts(line) if _CUT not in text) if _ENDED.search(line) else line


def with_ended(line: str) -> tuple[str, str]:
    """The line as it was before its sentences ended, and what is so instead of the first of them; "" where none did."""
    instead = _REPLACED.search(line)
    return _ENDED.sub("", line), instead["now"] if instead else ""


def replaced(line: str) -> Iterator[tuple[str, str, str]]:
    """What a history's or a description's line tells to have been so, each with what is so now and since which day."""
    if was := _WAS.fullmatch(line):
        yield was["was"], was["now"], was["day"]
    begin = 0
    for mark in _REPLACED.finditer(line):
        *_, sentence = sentences(line[begin : mark.start()]) or [""]
        begin = mark.end()
        yield sentence, mark["now"], mark["day"]


def held(line: str) -> list[str]:
    """The sentences of a line but for those behind which it says until when they held; one within a sentence stays."""
    notes = _ENDED.findall(line)
    texts = [text for text in _with_cuts(line) if not text.rstrip(_BEHIND_A_MARK).endswith(_CUT)]
    return [_NUMBERED.sub(lambda cut: notes[int(cut[1])], text) for text in texts]


def _with_cuts(line: str) -> list[str]:
    """The sentences of a line with the numbers of its marks for these, which stand in the sentence that they end."""
    number = count()

    def cut(mark: re.Match[str]) -> str:
        is_behind = line[: mark.start()].rstrip(_CLOSING).endswith((".", "!", "?"))  # a noun has a capital, too
        return f"{_CUT}{next(number)}{_CUT}" + ("." if is_behind and _BEGINS.match(line, mark.end()) else "")

    return sentences(_ENDED.sub(cut, line))
