"""What the summaries say now, statement by statement, and what an event makes of it."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.files.splitting import chain
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.near_duplicates import is_same
from knowledge.text.sentences import sentences
from knowledge.text.statements.changes import NEAR, Changes, Replaced
from knowledge.text.statements.clauses import clauses

_ANSWER = 5  # words; a shorter one says little without its question
_CONTEXT = 5  # statements before one, which it may go on with
MAX_PARTS = 6  # files of one summary that are read

_LINE = re.compile(
    r"- (?:(?P<since>\d{4}-\d{2}-\d{2}): )?(?:(?:Decision|Requirement|Finding|Status): )?(?P<text>.+?)"
    r"(?: \((?P<day>\d{4}-\d{2}-\d{2})\))?(?: \[\[[^]]*\]\])?(?: \(in part until [^)]*\))?"
)
_STRUCK = re.compile(r"~~[^~]+~~ \(until [^)]*\)")


@dataclass(frozen=True)
class Standing:
    """A statement of a summary: the line, in which file, of which summary (a part has another `origin`), since when."""

    path: str
    origin: str
    title: str
    line: str
    text: str
    day: str
    is_persons: bool = False  # and so no agent's to overrule


@dataclass(frozen=True)
class Superseded:
    """What was so until a day, and what is so now; the line of a summary that said so, and what is left of it.

    `words` are those that said it, as they stand wherever they were written; `said` is the whole statement, `since`
    its day.
    """

    path: str
    line: str
    text: str
    words: str
    day: str
    now: str
    left: str = ""
    said: str = ""
    since: str = ""


@dataclass(frozen=True)
class News:
    """What an event adds to what stands: which of its statements are new, and what they make a thing of the past.

    `texts` are those of its statements of which the event itself takes a part back, without that part.
    """

    new: list[bool]
    places: dict[int, str]
    superseded: list[Superseded]
    texts: dict[int, str] = field(default_factory=dict)


def read_standing(
    path: str, read: Callable[[str], str | None], persons_lines: Callable[[str], Collection[str]] = lambda _: ()
) -> list[Standing]:
    """The statements of a summary and of its parts, or of one part alone, without what was struck out of them."""
    statements: list[Standing] = []
    at: str | None = path
    for _ in range(MAX_PARTS):
        content = read(at) if at else None
        if at is None or content is None or paths.tier(at) is not Tier.SUMMARY:
            break
        text = chain.parse_part(at, content)
        origin = text.part_of if at == path and text.part_of and paths.is_allowed(text.part_of) else path
        title = statements[0].title if statements else chain.title(path, content)
        statements += _statements(
            at, origin, title.split(": ")[0] if origin != path else title, text.body, persons_lines(at)
        )
        goes_on = origin == path and text.continues and paths.is_allowed(text.continues)
        at = text.continues if goes_on else None
    return statements


def _statements(path: str, origin: str, title: str, body: str, mine: Collection[str]) -> Iterator[Standing]:
    for line in map(str.rstrip, body.splitlines()):
        match = _LINE.fullmatch(line)
        if match and "**: " not in line:
            day = match["day"] or match["since"] or ""
            said = " ".join(_STRUCK.sub(" ", match["text"]).split())
            yield Standing(path, origin, title, line, said, day, line.strip() in mine)


def news(
    statements: Sequence[str],
    standing: Sequence[Standing],
    at: datetime,
    embedder: Embedder,
    *,
    explicit: bool = False,
    named: Sequence[Sequence[str]] = (),
) -> News:
    """What of the statements, in their order, is new, and what of what stands they supersede.

    A statement that a later day's one supersedes is none of the news: it goes to the history at once.
    With `explicit`, as for a log of what was done, only what says that it changes something does. `named` are, for each
    statement, the lines that somebody who read both takes to be superseded.
    """
    return _Comparison(statements, standing, f"{at:%Y-%m-%d}", embedder, explicit).news(named)


@dataclass(frozen=True)
class _Change:
    """A clause and the statement, by its number, that says something else instead."""

    replaced: Replaced
    now: str
    place: int

    @property
    def compared(self) -> list[str]:
        """What was said, a short answer with its question; then all that is said instead."""
        said = [f"{each.context} {each.text}" if each.answers else each.text for each in clauses(self.now)]
        asked = self.replaced.asked if len(self.replaced.clause.split()) < _ANSWER else ""
        return [f"{asked} {self.replaced.clause}".strip(), self.now, *said]

    def is_sure(self, vectors: dict[str, Vector]) -> bool:
        """Whether both are near enough to be about one thing."""
        before, *instead = (vectors[text] for text in self.compared)
        return max(cosine(before, each) for each in instead) >= self.replaced.least


class _Comparison:
    """One event's statements against those that stand, and against its own earlier ones."""

    def __init__(
        self, statements: Sequence[str], standing: Sequence[Standing], day: str, embedder: Embedder, explicit: bool
    ) -> None:
        texts = [*(each.text for each in standing), *statements]
        vectors = embedder.embed(texts)
        self._statements, self._standing, self._day = statements, standing, day
        self._known, self._own = vectors[: len(standing)], vectors[len(standing) :]
        self._explicit, self._embedder = explicit, embedder
        self._changes, self._near_duplicate = Changes(texts), embedder.near_duplicate
        self._new, self._late = [True] * len(statements), list[Superseded]()
        self._gone, self._corrected, self._outdated = (defaultdict[int, list[_Change]](list) for _ in range(3))

    def news(self, named: Sequence[Sequence[str]]) -> News:
        """Compares all with all, looks twice at what seems to be replaced, and adds what was named."""
        for place in range(len(self._statements)):
            for other in range(len(self._standing)):
                self._beside_standing(place, other)
            self._beside_earlier(place)
        self._verify()
        for place, changes in self._outdated.items():
            before = self._statements[place]
            self._new[place] = False
            self._late.append(Superseded("", "", before, before, self._standing[changes[0].place].day, changes[0].now))
        for place, lines in enumerate(named):
            self._take(place, set(lines))
        texts = self._taken_back()
        places = {
            each.place: self._standing[other].origin for other in reversed(self._gone) for each in self._gone[other]
        }
        return News(self._new, places, [*self._superseded(), *self._late], texts)

    def _verify(self) -> None:
        """Keeps only what is near enough to what is said instead: words in common may be about two things."""
        groups = (self._gone, self._corrected, self._outdated)
        compared = {
            text for group in groups for changes in group.values() for each in changes for text in each.compared
        }
        vectors = dict(zip(compared, self._embedder.embed(list(compared)), strict=True)) if compared else {}
        for group in groups:
            for key, changes in list(group.items()):
                group[key] = [each for each in changes if each.is_sure(vectors)]
                if not group[key]:
                    del group[key]

    def _take(self, place: int, lines: set[str]) -> None:
        """Whole lines, where the comparison found no part of them and they are not of a later day."""
        for other, standing in enumerate(self._standing):
            is_due = standing.day <= self._day and not standing.is_persons
            if standing.line in lines and other not in self._gone and is_due and self._new[place]:
                now = self._statements[place]
                self._gone[other] = [_Change(Replaced(each, each), now, place) for each in sentences(standing.text)]

    def _beside_standing(self, place: int, other: int) -> None:
        statement, standing = self._statements[place], self._standing[other]
        nearness = cosine(self._own[place], self._known[other])
        if nearness < NEAR:
            return
        if nearness >= self._near_duplicate and is_same(statement, standing.text):
            self._new[place] = False
        elif standing.is_persons:
            return
        elif not standing.day or standing.day <= self._day:
            last = self._statements[max(0, place - _CONTEXT) : place]
            replaced = self._changes.replaced(
                statement, standing.text, nearness, explicit=self._explicit, before=last
            )
            if replaced:
                self._gone[other] += [_Change(each, statement, place) for each in replaced]
        elif replaced := self._changes.replaced(standing.text, statement, nearness, explicit=self._explicit):
            self._outdated[place] += [_Change(each, standing.text, other) for each in replaced]

    def _beside_earlier(self, place: int) -> None:
        """Who corrects themselves in one event says so."""
        for earlier in range(place):
            nearness = cosine(self._own[place], self._own[earlier])
            if self._new[earlier] and self._new[place]:
                statement, before = self._statements[place], self._statements[earlier]
                last = self._statements[max(0, place - _CONTEXT) : place]
                if replaced := self._changes.replaced(statement, before, nearness, explicit=True, before=last):
                    self._corrected[earlier] += [_Change(each, statement, place) for each in replaced]

    def _superseded(self) -> list[Superseded]:
        return [
            each for other, changes in self._gone.items() for each in _past(self._standing[other], changes, self._day)
        ]

    def _taken_back(self) -> dict[int, str]:
        """What is left of the event's own statements that it takes back in part."""
        texts: dict[int, str] = {}
        for earlier, changes in self._corrected.items():
            said = self._statements[earlier]
            gone = _past(Standing("", "", "", f"- {said}", said, self._day), changes, self._day)
            self._late += [replace(each, line="") for each in gone]
            self._new[earlier] = bool(gone[0].left)
            texts[earlier] = gone[0].left.removeprefix("- ")
        return texts


def _past(standing: Standing, changes: Sequence[_Change], day: str) -> list[Superseded]:
    """Each clause once, with the statement that has most of its words, and what is left of the line."""
    single = {each.replaced.clause: each for each in sorted(changes, key=lambda one: one.replaced.share)}
    left = _left(standing, [each.replaced for each in single.values()], day)
    return [
        Superseded(
            standing.path,
            standing.line,
            _with_question(each.replaced, standing.text),
            clause,
            day,
            each.now,
            left,
            standing.text,
            standing.day,
        )
        for clause, each in single.items()
    ]


def _left(standing: Standing, replaced: Sequence[Replaced], day: str) -> str:
    """The line without the sentences that are no longer so, with such clauses struck out; "" where none is left."""
    line = standing.line
    for each in replaced:
        if each.clause not in line:
            return f"{line} (in part until {day})"
        struck = "" if each.clause == each.sentence else f"~~{each.clause}~~ (until {day})"
        line = line.replace(each.clause, struck, 1)
    line = re.sub(r"(?<=\S)  +", " ", line)
    match = _LINE.fullmatch(line)
    rest = _STRUCK.sub(" ", match["text"]) if match else ""
    says = [each for each in sentences(rest) if not each.endswith("?") and re.search(r"\w{2}.*\w{2}", each)]
    return line if says else ""


def _with_question(replaced: Replaced, statement: str) -> str:
    """What was so, with the question that it answered."""
    said = sentences(statement)
    at = said.index(replaced.sentence) if replaced.sentence in said else 0
    asked = said[at - 1] if at and said[at - 1].endswith("?") else ""
    return f"{asked} {replaced.clause}".strip()
