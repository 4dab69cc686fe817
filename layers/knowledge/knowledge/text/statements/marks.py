"""The marks of what is no longer so, as lines of summaries and descriptions hold them: written and read here alone."""

import re
from collections.abc import Iterator

from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated

NOW = 240  # characters of what is so now
_QUOTES = str.maketrans("“”", "''")
_BRACKETS = str.maketrans("()~\n", "[]- ")
# Up to the next stroke, also where a mark is cut off: the time is linear.
STRUCK_OUT = re.compile(r"~~[^~]+~~ \(until [^~)]*\)")
IN_PART = re.compile(r"\(in part until [^()]*\)")
_SINCE = re.compile(r"(?:~~ \(|\(in part )until (?P<day>\d{4}-\d{2}-\d{2})(?:, “[^()~”]*”)?; now: (?P<now>[^()~]+)\)")
_ENDED = re.compile(r" \*\(until [^*\n]*\)\*")  # behind a sentence of a description


def struck_out(clause: str, day: str, now: str = "") -> str:
    """The clause, struck out, until when it was so, and what is so now where that stands elsewhere."""
    return f"~~{clause}~~ (until {day}; now: {now})" if now else f"~~{clause}~~ (until {day})"


def in_part(day: str, now: str, part: str = "") -> str:
    """What a line ends with that is not so any more, or from a day to come on, in a part that cannot be struck out."""
    which = f", “{quoted(part).translate(_QUOTES)}”" if part else ""
    return f"(in part until {day}{which}; now: {now})"


def ends(line: str, clause: str) -> bool:
    """Whether a mark of the line names the clause already as what ends; what is so since is no such part."""
    named = quoted(clause).translate(_QUOTES)
    return any(named in mark.partition("; now: ")[0] for mark in IN_PART.findall(line))


def until(day: str, now: str) -> str:
    """What stands behind a sentence of a description that holds no more."""
    return f"until {day}; now: {quoted(now)}"


def quoted(text: str) -> str:
    """What is so now as a mark holds it: in one line, without the brackets and strokes that end it."""
    return abbreviated(text.translate(_BRACKETS), NOW)


def tells(text: str, now: str) -> bool:
    """Whether a mark of the text tells that this is so now."""
    return f"; now: {quoted(now)})" in text


def renewed(text: str, before: str, now: str) -> str:
    """The text, whose marks tell what is now where they told what was before."""
    return text.replace(f"; now: {quoted(before)})", f"; now: {quoted(now)})")


def unmarked(line: str) -> str:
    """The line without its marks and what they strike out."""
    return IN_PART.sub(" ", STRUCK_OUT.sub(" ", line))


def since(line: str) -> Iterator[tuple[str, str]]:
    """What the marks of a line tell to be so now, each with the day since when."""
    return ((mark["now"], mark["day"]) for mark in _SINCE.finditer(line))


def without_ended(line: str) -> str:
    """The line without the sentences behind which it says until when they held."""
    *ended, rest = _ENDED.split(line)
    return " ".join([*(before.rpartition(".")[0] for before in ended), rest])


def held(line: str) -> list[str]:
    """The sentences of a line but for those behind which it says until when they held."""
    *ended, rest = _ENDED.split(line)
    return [*(sentence for before in ended for sentence in sentences(before)[:-1]), *sentences(rest)]
