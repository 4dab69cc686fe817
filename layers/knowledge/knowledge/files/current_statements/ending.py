"""What somebody who read both takes to be no longer so."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.files.current_statements.passages import Sentence
from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.files.current_statements.striking import Decides, SupersededStatement
from knowledge.text.statements import entry_lines, marks
from knowledge.text.statements.until_when import ends_on

_PART_ENDS = re.compile(r"[^\w\s,;.:!?|]*(?=[,;.:!?](?:\s|$)|\s*\||$)")  # behind the last word of a part of a sentence
_EMPHASIS = re.compile(r"\*+|`+|~~|__")


@dataclass(frozen=True)
class EndedStatement:
    """A line of a summary or a passage, the statements, by number, that say what is so now, and what is `still` so.

    That is "" where nothing is, and None where it is not known. `ends` is the day from which on it is no longer so; ""
    where that is to be read in the words. What is still so of a decision is so much of what it `decides`. A line of a
    day after the event's stays: what is no longer so, or `still`, is then of the statement.
    """

    ended: CurrentStatement | Sentence
    by: tuple[int, ...]
    still: str | None
    ends: str = ""
    decides: Decides = "part"

    @property
    def may_go(self) -> bool:
        """Whether it is no person's line."""
        return not (isinstance(self.ended, CurrentStatement) and self.ended.is_persons)

    def is_said_again(self, statements: Sequence[str]) -> bool:
        """Whether one of these statements says it in the very same words; in others it may tell that a plan is done."""
        return any(_words(statements[place]) == _words(self.ended.text) for place in self.by)

    def is_told_late(self, day: str) -> bool:
        """Whether the line was written after that day, so that the statement of that day is over."""
        return isinstance(self.ended, CurrentStatement) and self.ended.day > day

    def superseded(self, statements: Sequence[str], day: str) -> SupersededStatement:
        """As the histories and marks tell it; of a passage there is no line.

        The day is a later one where what is so instead is yet to come: till then the line stands. An entry of a list
        stays, and tells what is so since.
        """
        line, instead = self.ended, [statements[place] for place in self.by]
        now = " ".join(instead)
        until = self._until(now, day)
        if isinstance(line, Sentence):
            words, still = _ended_words(line, self.still)
            past = SupersededStatement(line.path, "", line.shown, words, until, now)
            past = replace(past, statement=line.text, since=line.day, still=still, in_part=bool(still))
            return replace(past, part=_part_ended(line.shown, self.still))
        if line.is_entry or (until > day and self.still == ""):
            left = marks.until_then(marks.unpointed(line.line), until, now)
        else:
            ends = [marks.in_part(until, marks.quoted(one), _part_ended(line.text, self.still)) for one in instead]
            left = _left(line, self.still if until <= day else None, ends)
            left = entry_lines.undecided(left) if self.decides == "none" and self.still and until <= day else left
        past = SupersededStatement(line.path, line.line, line.text, line.text, until, now, left, line.text, line.day)
        rest = self.still or ""
        still = "" if self.decides == "none" else rest
        ended = replace(past, instead=tuple(instead), still=still, in_part=self.still != "", rest=rest)
        return replace(ended, decides=self.decides, part=_part_ended(line.text, self.still))

    def _until(self, now: str, day: str) -> str:
        """The day that somebody tells, also one between the line's and the event's; else that which the words do."""
        if not self.ends:
            return ends_on(self.ended.text, self.ended.day, now, day)
        return self.ends if self.ends > self.ended.day else day

    def told_late(self, statements: Sequence[str]) -> SupersededStatement:
        """The statement, which was so until the day of the line."""
        statement = statements[self.by[0]]
        return SupersededStatement("", "", statement, statement, self.ended.day, self.ended.text)


def _left(line: CurrentStatement, still: str | None, ends: Sequence[str]) -> str:
    """The line with what is still so alone; where that is not known, or all is, the line whole, with each mark once."""
    if still == "":
        return ""
    whole = marks.unpointed(line.line)
    if still and line.text in whole:
        return whole.replace(line.text, still)
    return " ".join([whole, *(mark for mark in ends if mark not in whole)])


def _part_ended(text: str, still: str | None) -> str:
    """What of the text is over; "" where all is, or what is still so is told in other words."""
    span = _left_out(text, still) if still else None
    return text[slice(*span)] if span else ""


def _ended_words(line: Sentence, still: str | None) -> tuple[str, str]:
    """The sentence up to the end of what is over, and what of these words is still so: a mark stands behind them.

    None of them where all its own words are still so: only what it leans on is over. Where no mark can stand there, or
    what is still so is told otherwise, all of them.
    """
    if still == "":
        return line.text, ""
    span = _left_out(line.shown, still) if still else None
    if span is None:
        is_still_so = still and not Counter(_words(line.text)) - Counter(_words(still))
        return ("", "") if is_still_so else (line.text, line.text)
    start, end = (place - len(line.shown) + len(line.text) for place in span)
    if end <= 0:
        return "", ""
    part, before = _end_of_part(line.text, end), line.text[: max(start, 0)].strip(" ,;")
    return (line.text[:part], before if _words(before) else "") if part else (line.text, line.text)


def _end_of_part(text: str, at: int) -> int | None:
    """Where the part of the text ends whose last word ends there; None within a part, emphasis or brackets."""
    match = _PART_ENDS.match(text, at)
    before = text[: match.end()] if match else ""
    is_whole = all(before.count(opens) <= before.count(closes) for opens, closes in ("()", "[]"))
    is_plain = all(number % 2 == 0 for number in Counter(_EMPHASIS.findall(before)).values())
    return match.end() if match and is_whole and is_plain else None


def _left_out(text: str, still: str) -> tuple[int, int] | None:
    """From where to where the other text leaves something out of the text; None where it does not only do that."""
    words = list(re.finditer(r"\w+", text))
    own, left = _words(text), _words(still)
    alike = [one == other for one, other in zip(own, left, strict=False)]
    before = alike.index(False) if False in alike else len(alike)
    gone = len(own) - len(left)
    is_cut = gone > 0 and own[before + gone :] == left[before:]
    return (words[before].start(), words[before + gone - 1].end()) if is_cut else None


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"\w+", text)]


@dataclass(frozen=True)
class Judgement:
    """What has ended, and the statements, by number, that only say again what a line says."""

    ended: Sequence[EndedStatement]
    repeated: frozenset[int] = frozenset()


def emptied(
    gone: Sequence[EndedStatement], lines: Sequence[SupersededStatement], standing: Sequence[CurrentStatement]
) -> dict[int, str]:
    """Where statements stay that take the place of all that a summary says: no page is left without any.

    One that does so of several summaries is about more than each of them, and stays where it belongs.
    """
    ends = {(line.path, line.line) for line in lines if not line.left}
    left = {line.origin for line in standing if (line.path, line.line) not in ends}
    pages = ((ending.by[0], ending.ended.origin) for ending in gone if isinstance(ending.ended, CurrentStatement))
    homes = defaultdict[int, set[str]](set)
    for by, origin in pages:
        if origin not in left:
            homes[by].add(origin)
    return {by: home for by, (home, *others) in homes.items() if not others}


def renewing(standing: CurrentStatement, gone: SupersededStatement) -> SupersededStatement | None:
    """The change of a mark that tells to be so now what has ended: it tells what is so since. None of anything else."""
    if not standing.is_mark or standing.text != marks.quoted(gone.statement):
        return None
    left = marks.renewed(standing.line, gone.statement, gone.renewed)
    return replace(gone, path=standing.path, line=standing.line, text="", words="", left=left)
