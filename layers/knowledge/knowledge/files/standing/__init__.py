"""What the summaries say now, statement by statement, and what an event makes of it."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.files.splitting import chain
from knowledge.files.standing.supersession import NEAR, Replaced, Wordings, is_same
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.sentences import sentences

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

    `words` are those that said it, as they stand wherever they were written.
    """

    path: str
    line: str
    text: str
    words: str
    day: str
    now: str
    left: str = ""


@dataclass(frozen=True)
class News:
    """What an event adds to what stands: which of its statements are new, and what they make a thing of the past."""

    new: list[bool]
    places: dict[int, str]
    superseded: list[Superseded]


def read_standing(
    path: str, read: Callable[[str], str | None], persons_lines: Callable[[str], Collection[str]] = lambda _: ()
) -> list[Standing]:
    """The statements of a summary and of its parts, or of one part alone, without what was struck out of them."""
    found: list[Standing] = []
    at: str | None = path
    for _ in range(MAX_PARTS):
        content = read(at) if at else None
        if at is None or content is None or paths.tier(at) is not Tier.SUMMARY:
            break
        text = chain.parse_part(at, content)
        origin = text.part_of if at == path and text.part_of and paths.is_allowed(text.part_of) else path
        title = found[0].title if found else chain.title(path, content)
        found += _statements(at, origin, title.split(": ")[0] if origin != path else title, text.body, persons_lines(at))
        goes_on = origin == path and text.continues and paths.is_allowed(text.continues)
        at = text.continues if goes_on else None
    return found


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


class _Comparison:
    """One event's statements against those that stand."""

    def __init__(
        self, statements: Sequence[str], standing: Sequence[Standing], day: str, embedder: Embedder, explicit: bool
    ) -> None:
        texts = [*(each.text for each in standing), *statements]
        vectors = embedder.embed(texts)
        self._statements, self._standing, self._day = statements, standing, day
        self._known, self._own = vectors[: len(standing)], vectors[len(standing) :]
        self._explicit = explicit
        self._wordings, self._near_duplicate = Wordings(texts), embedder.near_duplicate
        self._new, self._places = [True] * len(statements), dict[int, str]()
        self._gone: defaultdict[int, list[tuple[Replaced, str]]] = defaultdict(list)
        self._late: list[Superseded] = []

    def news(self, named: Sequence[Sequence[str]]) -> News:
        """Compares all with all, and adds what was named."""
        for place in range(len(self._statements)):
            for other in range(len(self._standing)):
                self._beside_standing(place, other)
            self._beside_earlier(place)
        for place, lines in enumerate(named):
            self._take(place, set(lines))
        return News(self._new, self._places, [*self._superseded(), *self._late])

    def _take(self, place: int, lines: set[str]) -> None:
        """Whole lines, where the comparison found no part of them and they are not of a later day."""
        for other, standing in enumerate(self._standing):
            is_due = standing.day <= self._day and not standing.is_persons
            if standing.line in lines and other not in self._gone and is_due and self._new[place]:
                self._places.setdefault(place, standing.origin)
                self._gone[other] = [
                    (Replaced(each, each), self._statements[place]) for each in sentences(standing.text)
                ]

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
            if replaced := self._wordings.replaced(statement, standing.text, nearness, explicit=self._explicit):
                self._places.setdefault(place, standing.origin)
                self._gone[other] += [(each, statement) for each in replaced]
        elif self._wordings.replaced(standing.text, statement, nearness, explicit=self._explicit):
            self._new[place] = False
            self._late.append(Superseded("", "", statement, statement, standing.day, standing.text))

    def _beside_earlier(self, place: int) -> None:
        """Who corrects themselves in one event."""
        for earlier in range(place):
            nearness = cosine(self._own[place], self._own[earlier])
            if not (self._new[earlier] and self._new[place] and nearness >= NEAR):
                continue
            statement, before = self._statements[place], self._statements[earlier]
            if self._wordings.corrected(statement, before, nearness):
                self._new[earlier] = False
                self._late.append(Superseded("", "", before, before, self._day, statement))

    def _superseded(self) -> list[Superseded]:
        found: list[Superseded] = []
        for other, hits in self._gone.items():
            standing = self._standing[other]
            left = _left(standing, list({each.clause: each for each, _ in hits}.values()), self._day)
            single = {each.clause: (each, now) for each, now in sorted(hits, key=lambda hit: hit[0].share)}
            found += [
                Superseded(
                    standing.path, standing.line, _with_question(each, standing.text), each.clause, self._day, now, left
                )
                for each, now in single.values()
            ]
        return found


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
