"""What the summaries say now, statement by statement, and what an event makes of it."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.files.splitting import chain
from knowledge.files.standing.supersession import is_in_part, is_same, supersedes
from knowledge.ports.embedder import Embedder, cosine

MAX_PARTS = 6  # files of one summary that are read

_LINE = re.compile(
    r"- (?:(?:Decision|Requirement|Finding): )?(?P<text>.+?)(?: \((?P<day>\d{4}-\d{2}-\d{2})\))?(?: \[\[[^]]*\]\])?"
    r"(?: \(in part until [^)]*\))?"
)


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
    """What was so until a day, and what is so now; the line of a summary that said so, and what is left of it."""

    path: str
    line: str
    text: str
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
    """The statements of a summary and of its parts."""
    found: list[Standing] = []
    at: str | None = path
    for _ in range(MAX_PARTS):
        content = read(at) if at else None
        if at is None or content is None or paths.tier(at) is not Tier.SUMMARY:
            break
        text = chain.parse_part(at, content)
        title = chain.title(path, content) if at == path else found[0].title if found else ""
        mine = persons_lines(at)
        for line in text.body.splitlines():
            match = _LINE.fullmatch(line.rstrip())
            if match and "**: " not in line:
                line, day = line.rstrip(), match["day"] or ""
                found.append(Standing(at, path, title, line, match["text"], day, line.strip() in mine))
        at = text.continues if text.continues and paths.is_allowed(text.continues) else None
    return found


def news(statements: Sequence[str], standing: Sequence[Standing], at: datetime, embedder: Embedder) -> News:
    """What of the statements, in their order, is new, and what of what stands they supersede.

    A statement that a later day's one supersedes is none of the news: it goes to the history at once.
    """
    vectors = embedder.embed([*(each.text for each in standing), *statements])
    known, own = vectors[: len(standing)], vectors[len(standing) :]
    day, gone = f"{at:%Y-%m-%d}", set[int]()
    new, places, superseded = [True] * len(statements), dict[int, str](), list[Superseded]()
    for place, statement in enumerate(statements):
        for other, each in enumerate(standing):
            nearness = cosine(own[place], known[other])
            if nearness >= embedder.near_duplicate and is_same(statement, each.text):
                new[place] = False
            elif other in gone or each.is_persons:
                continue
            elif not each.day or each.day <= day:
                if supersedes(statement, each.text, nearness):
                    gone.add(other)
                    places.setdefault(place, each.origin)
                    left = f"{each.line} (in part until {day})" if is_in_part(statement, each.text) else ""
                    superseded.append(Superseded(each.path, each.line, each.text, day, statement, left))
            elif supersedes(each.text, statement, nearness):
                new[place] = False
                superseded.append(Superseded("", "", statement, each.day, each.text))
        for earlier in range(place):
            nearness = cosine(own[place], own[earlier])
            if new[earlier] and new[place] and supersedes(statement, statements[earlier], nearness):
                new[earlier] = False
                superseded.append(Superseded("", "", statements[earlier], day, statement))
    return News(new, places, superseded)
