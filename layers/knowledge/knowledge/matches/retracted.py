"""What a learning says no more is told by no file of a run either: what a person corrected or deleted, what is held."""

import re
from collections.abc import Sequence

from knowledge.matches.models import Match, Retraction, Source
from knowledge.text.repeated_lines import RepeatedLines, with_sentences
from knowledge.text.strings import has_words, one_line

_HEADING = re.compile(r"^\s*#")
_WHOLE = 12  # characters of a line that is found in a text as its own


def without_retracted(matches: Sequence[Match]) -> list[Match]:
    """The matches, of runs' files without the lines that repeat what was deleted or is held, and not those of which
    nothing is left; what says something that was worded anew or superseded is marked with what stands in its place."""
    cleared = (_cleared(match) if match.retracted else match for match in matches)
    return [match for match in cleared if match]


def _cleared(match: Match) -> Match | None:
    retracted = match.retracted or []
    gone = _Lines([one for one in retracted if one.by is None])
    lines = match.learning.splitlines()
    left = [line for line in lines if not gone.holds(line)]
    says_something = any(has_words(line) and not _HEADING.match(line) for line in left)
    if len(left) < len(lines) and not says_something:
        return None
    by = next((one.by for one in retracted if one.by and any(map(_Verbatim(one).holds, left))), None)
    marked = {"superseded_by": by, "score": match.score * (0.5 if match.score > 0 else 1.0)} if by else {}
    source = match.source and _without(match.source, gone)
    return match.model_copy(update={"learning": "\n".join(left), "source": source, **marked})


class _Verbatim:
    """The words of a retraction as a line has them: whole, or of several lines one."""

    def __init__(self, retraction: Retraction) -> None:
        self._words = _plain(retraction.words)

    def holds(self, line: str) -> bool:
        plain = _plain(line)
        return self._words in plain or (len(plain) >= _WHOLE and plain in self._words)


class _Lines:
    """The lines that say what is retracted, word for word or nearly."""

    def __init__(self, retracted: Sequence[Retraction]) -> None:
        words = [one.words for one in retracted]
        self._verbatim = [_Verbatim(one) for one in retracted]
        self._repeated = RepeatedLines(with_sentences(words))

    def holds(self, line: str) -> bool:
        return any(one.holds(line) for one in self._verbatim) or self._repeated.holds(line)


def _without(source: Source, gone: _Lines) -> Source:
    """The place without the headings that say what is retracted: they are the user's words above an answer."""
    breadcrumb = [heading for heading in source.breadcrumb if not gone.holds(heading)]
    title, heading = (None if name and gone.holds(name) else name for name in (source.title, source.heading))
    return source.model_copy(update={"breadcrumb": breadcrumb, "title": title, "heading": heading})


def _plain(text: str) -> str:
    return one_line(text).lower().strip(' .#>*-“”"…')
