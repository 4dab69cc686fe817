"""What later days say about the question stands before the passage that is found first: whoever reads that sees it.

Who asks what is so now uses the words of whoever spoke of it first, and what changed it is told in others. So the first
passage of a dated file is told with what other passages say of the question on its own day and on each later one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from uuid import UUID

from knowledge.matches.dated_statements import statements
from knowledge.matches.models import Match
from knowledge.matches.question_terms import Asked
from knowledge.matches.superseded import is_retired

ROOM = 1_400  # characters of what is told since, at most
DAYS = 4  # of which something is told
OF_A_DAY = 2  # stretches that are told
ABOUT = 200  # characters of a stretch that decide how near it is
STRETCH = 400  # that are told, where its day says so much: the answer follows what names its subject
AS_NEAR = 0.5  # of the best passage's score, where a stretch without any word of the question is told: another language


@dataclass(frozen=True)
class _Stretch:
    """Statements of one day that follow each other in a passage, and how near they are to the question."""

    passage: UUID
    day: str
    statements: tuple[str, ...]
    begins: float  # how much its first statement has of the question
    near: float  # how much all have, with their page's name, and how well search ranks the passage

    @property
    def line(self) -> str:
        return f"- {' '.join(self.statements)} ({self.day})"

    def repeats(self, other: "_Stretch") -> bool:
        """Whether both tell a statement of one of them; a summary has words before what a description tells."""
        return any(one in other.line for one in self.statements) or any(one in self.line for one in other.statements)


def told_since(matches: Sequence[Match], passages: Sequence[Match], question: str) -> list[Match]:
    """The matches, the first told with what the passages say about the question since its day, the latest first.

    A learning stays as it is, and so does what nobody dated.
    """
    if not matches or not matches[0].source or not statements(matches[0]):
        return list(matches)
    first, *others = matches
    others_said = (
        passage for passage in passages if passage.source and passage.id != first.id and not is_retired(passage)
    )
    same = (passage for passage in others_said if not passage.is_apart_from(first))
    stretches = _nearest([first, *same], question)
    day = next((stretch.day for stretch in stretches if stretch.passage == first.id), _first_day(first))
    lines = [stretch.line for stretch in _latest_first(_chosen(_since(day, stretches, first)))] if day else []
    return [first.model_copy(update={"learning": "\n".join([*lines, first.learning])}), *others]


def _since(day: str, stretches: Iterable[_Stretch], first: Match) -> Iterator[_Stretch]:
    """What other passages say of the question on that day and later, but for what the first one tells itself."""
    for stretch in stretches:
        is_other = stretch.passage != first.id and stretch.day >= day
        if is_other and not all(one in first.learning for one in stretch.statements):
            yield stretch


def _first_day(passage: Match) -> str:
    return next((day for _, day in statements(passage)), "")


def _latest_first(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    return sorted(stretches, key=lambda stretch: stretch.day, reverse=True)


def _nearest(passages: Sequence[Match], question: str) -> list[_Stretch]:
    """The stretches of the passages, first what has most of the question's words in what search ranks first.

    Of equals, as a statement and the one before it are, first what begins with such words: what follows answers.
    """
    asked, best = Asked(question, [passage.learning for passage in passages]), max(one.score for one in passages)
    standing = [passage.score / best if best > 0 else 0.0 for passage in passages]
    of_each = (_stretches(passage, asked, share) for passage, share in zip(passages, standing, strict=True))
    stretches = (one for of_one in of_each for one in of_one)
    return sorted(stretches, key=lambda stretch: (-stretch.near, -stretch.begins))


def _stretches(passage: Match, asked: Asked, standing: float) -> Iterator[_Stretch]:
    """From each statement on as many of its day as it takes, but for what neither words nor search find near."""
    days: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for text, day in statements(passage):
        if not text.startswith("#"):
            days.setdefault(day, []).append((text, asked.stems(text)))
    title = asked.stems(" ".join(passage.source.breadcrumb[:1] if passage.source else []))
    for day, of_day in days.items():
        for at, (_, begins) in enumerate(of_day):
            taken = of_day[at : _end(of_day, at, ABOUT)]
            about = asked.share(title.union(*(stems for _, stems in taken)))
            if about or standing >= AS_NEAR:
                texts = tuple(text for text, _ in of_day[at : _end(of_day, at, STRETCH)])
                yield _Stretch(passage.id, day, texts, asked.share(begins), standing + about)


def _end(of_day: Sequence[tuple[str, frozenset[str]]], at: int, least: int) -> int:
    """Where a stretch ends that begins there."""
    length = 0
    while at < len(of_day) and length < least:
        length += len(of_day[at][0])
        at += 1
    return at


def _chosen(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    """The nearest of each day, then the next of each, as far as there is room; none that tells what another does."""
    days: dict[str, list[_Stretch]] = {}
    for stretch in stretches:
        of_day = days.setdefault(stretch.day, [])
        if len(of_day) < OF_A_DAY and not any(stretch.repeats(other) for other in of_day):
            of_day.append(stretch)
    chosen: list[_Stretch] = []
    room = ROOM
    for stretch in (one for turn in zip_longest(*list(days.values())[:DAYS]) for one in turn if one):
        if len(stretch.line) <= room and not any(stretch.repeats(other) for other in chosen):
            chosen.append(stretch)
            room -= len(stretch.line)
    return chosen
