"""What a change leaves of a line of a summary, and what goes to the history."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.ports.embedder import Vector, cosine
from knowledge.text.keywords import content_words
from knowledge.text.sentences import may_be_several, sentences
from knowledge.text.statements import entry_lines, marks
from knowledge.text.statements.changes import ReplacedClause
from knowledge.text.statements.clauses import clauses
from knowledge.text.statements.former_values import holds_from
from knowledge.text.statements.until_when import ends_on, holds_after, is_at_once
from knowledge.text.statements.values import values, without_values
from knowledge.text.strings import as_whole

_FRAME = re.compile(  # what stands around a statement in its line
    rf"^- (?:\d{{4}}-\d\d-\d\d: )?(?:{entry_lines.LABEL} ?)?|\(\d{{4}}-\d\d-\d\d\)|\[\[[^][]*\]\]"
)
_OPENS, _CLOSES = re.compile(r"[,;]\s+(?:[^\W\d_]{2,4}\s+)?$"), re.compile(r"[,;.!]|\s*(?:\(|$)")  # around a clause
# It is about the sentence before; German "das" is an article before a noun, which has a capital.
_POINTS_BACK = re.compile(
    r"(?:it|this|that|they|es|das(?!(?-i: (?:[a-zäöüß]+e )?[A-ZÄÖÜ]))|dies|c['’]est|cela|ça|esto)\b", re.I
)
# How much of what was decided is still so in what is left of a decision: what is gone may be a reason or an aside.
Decides = Literal["all", "part", "none"]
_ANSWER = 5  # words; a shorter one says little without its question


@dataclass(frozen=True)
class SupersededStatement:
    """What was so until a day, and what is so now; the line of a summary that said so, and what is left of it.

    `words` are those that said it, as they stand wherever they were written; `statement` is the whole of it, `since`
    its day; `instead` are the statements of `now`, where they are several, and `still` is what of it holds as before.
    Of what ended `in_part` the words are those of the whole, the `rest` is what is left and the `part` what is not, ""
    where nobody knows it; of a decision that is what it still `decides`.
    """

    path: str
    line: str
    text: str
    words: str
    day: str
    now: str
    left: str = ""
    statement: str = ""
    since: str = ""
    instead: tuple[str, ...] = ()
    still: str = ""
    in_part: bool = False
    rest: str = ""
    part: str = ""
    decides: Decides = "part"

    @property
    def renewed(self) -> str:
        """What marks tell that told the statement to be so now: of what ended in part, what is left of it."""
        return self.rest or self.now


@dataclass(frozen=True)
class LineChange:
    """A clause and the statement, by its number, that says something else instead."""

    replaced: ReplacedClause
    now: str
    place: int

    @property
    def compared(self) -> list[str]:
        """What was said, a short answer with its question; then all that is said instead."""
        texts = [f"{clause.context} {clause.text}" if clause.answers else clause.text for clause in clauses(self.now)]
        asked = self.replaced.asked if len(self.replaced.clause.split()) < _ANSWER else ""
        return [f"{asked} {self.replaced.clause}".strip(), self.now, *texts]

    def until(self, since: str, day: str) -> str:
        """The day, or a later one from which on the other is so, by the sentence that tells it, else by what is beside.

        What that sentence tells to be so now is so at once, or on the day that is told of it right behind: `This starts
        on 18 May.`
        """
        texts = [self._telling]
        if holds_after(texts[0], day) == day:
            texts += takewhile(_POINTS_BACK.match, self._behind) if is_at_once(self.replaced.by) else [self.now]
        return ends_on(self.replaced.sentence, since, " ".join(texts), day)

    @property
    def _telling(self) -> str:
        """What is said instead, with what leans on it: `It costs 9.40 then. From the first of April.`"""
        return " ".join([self.replaced.by or self.now, *takewhile(_leans, self._behind)])

    @property
    def _behind(self) -> list[str]:
        """The sentences behind those that tell what is said instead."""
        texts = sentences(self.now)
        own = [at for at, text in enumerate(texts) if text in self.replaced.by]
        return texts[own[-1] + 1 :] if own else []

    def is_sure(self, vectors: dict[str, Vector]) -> bool:
        """Whether both are near enough to be about one thing."""
        before, *instead = (vectors[text] for text in self.compared)
        return max(cosine(before, vector) for vector in instead) >= self.replaced.least


def past(standing: CurrentStatement, changes: Sequence[LineChange], day: str) -> list[SupersededStatement]:
    """Each clause once, with the statement that has most of its words, and what is left of the line."""
    single = {change.replaced.clause: change for change in sorted(changes, key=lambda one: one.replaced.share)}
    left = _again(standing, single, day) if standing.is_mark else _left(standing, list(single.values()), day)
    return [
        SupersededStatement(
            standing.path,
            standing.line,
            _with_question(change.replaced, standing.text),
            clause,
            change.until(standing.day, day),
            change.now,
            left,
            standing.text,
            standing.day,
        )
        for clause, change in single.items()
    ]


def leading_from(
    superseded: Sequence[SupersededStatement], standing: Sequence[CurrentStatement], own: Collection[str]
) -> list[SupersededStatement]:
    """The same; of pages that would be left without any line and get none, as the event's `own` do, the lines stay.

    They are struck out, with what stands on another page instead.
    """
    gone = {(ended.path, ended.line) for ended in superseded if not ended.left}
    origins = {line.path: line.origin for line in standing}
    left = {line.origin for line in standing if (line.path, line.line) not in gone}.union(own)
    return [
        ended
        if ended.left or not ended.line or origins.get(ended.path, ended.path) in left
        else replace(ended, left=_struck_whole(ended))
        for ended in superseded
    ]


def _struck_whole(ended: SupersededStatement) -> str:
    """The line, of which nothing is so any more; "" where it does not have the words as they were read."""
    before, words, behind = ended.line.partition(ended.statement)
    mark = marks.struck_out(words, ended.day, marks.quoted(ended.now))
    return f"{before}{mark}{behind}" if words else ""


def _again(standing: CurrentStatement, changes: Mapping[str, LineChange], day: str) -> str:
    """The line whose mark tells what is now, telling what is so since."""
    now = marks.quoted(max(changes.values(), key=lambda one: one.replaced.share).now)
    return (
        standing.line.replace(f"; now: {standing.text})", f"; now: {now})") if now else f"{standing.line} (until {day})"
    )


def _left(standing: CurrentStatement, changes: Sequence[LineChange], day: str) -> str:
    """The line without the sentences that are no longer so, with such clauses struck out; "" where none is left.

    Where that leaves a torso or may take more than ended, or what is so instead is yet to come, the line stays and ends
    with a mark. What is said on another page now is struck out, too, and that is told beside it.
    """
    line, at_its_end = marks.unpointed(standing.line), defaultdict[tuple[str, str], list[str]](list)
    for change in changes:
        gone = change.replaced
        goes = gone.clause == gone.sentence and not gone.by_value
        struck = "" if goes else marks.struck_out(gone.clause, day, _instead(change))
        place, until = re.search(as_whole(gone.clause), line), change.until(standing.day, day)
        if until > day or not place or _has_to_stay(gone, line, place) or _tells_more(change):
            part = "" if gone.clause == gone.sentence == standing.text else gone.clause
            at_its_end[until, marks.quoted(change.now)].append(part)
            continue
        line = f"{line[: place.start()]}{struck}{line[place.end() :]}"
    line = re.sub(r"(?<=\S)  +", " ", line)
    rest = _FRAME.sub(" ", marks.unmarked(line))
    says = [
        sentence for sentence in sentences(rest) if not sentence.endswith("?") and re.search(r"\w{2}.*\w{2}", sentence)
    ]
    left = line if says or at_its_end or "; now: " in line else ""
    for (until, now), parts in at_its_end.items():
        part = " / ".join(filter(None, parts))
        is_whole = until > day and not part and not may_be_several(standing.text)
        left = marks.until_then(left, until, now) if is_whole else f"{left} {marks.in_part(until, now, part)}"
    return marks.pointed_as(standing.line, left) if left else ""


def _has_to_stay(gone: ReplacedClause, line: str, place: re.Match[str]) -> bool:
    """Whether it may say something else, too, as what is not surely one sentence, or leaves a torso."""
    return may_be_several(gone.clause) or (gone.clause != gone.sentence and _leaves_a_torso(line, place))


def _tells_more(change: LineChange) -> bool:
    """Whether the clause tells, beside what is otherwise, a value of which nothing is said: `at EUR 9 for a year`."""
    gone = change.replaced
    if gone.clause == gone.sentence:
        return False
    before, now = values(gone.clause), values(change.now)
    is_told = [any(one.kind == other.kind or one.value == other.value for other in now) for one in before]
    return any(is_told) and not all(is_told)


def _leaves_a_torso(line: str, place: re.Match[str]) -> bool:
    """Whether what stands around it leans on it: it begins its sentence, tells a mere value, or no comma ends it."""
    is_apart = _OPENS.search(line[: place.start()]) and _CLOSES.match(line[place.end() :])
    return not (is_apart and content_words(without_values(place[0])))


def _leans(sentence: str) -> bool:
    """Whether it tells nothing but a value, or from when on: `That holds from April`."""
    return len(content_words(without_values(sentence))) <= (1 if holds_from(sentence) else 0)


def _instead(change: LineChange) -> str:
    return marks.quoted(change.now) if change.replaced.by_value else ""


def _with_question(replaced: ReplacedClause, statement: str) -> str:
    """What was so, with the question that it answered."""
    texts = sentences(statement)
    at = texts.index(replaced.sentence) if replaced.sentence in texts else 0
    asked = texts[at - 1] if at and texts[at - 1].endswith("?") else ""
    return f"{asked} {replaced.clause}".strip()
