"""What later days say about the question stands before the passage that is found first: whoever reads that sees it.

Who asks what is so now uses the words of whoever spoke of it first, and what changed it is told in others. So the first
passage of a dated file is told with what is nearest to the question of each later day.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from uuid import UUID

from knowledge.matches.dated import statements
from knowledge.matches.models import Match
from knowledge.matches.retired import is_retired
from knowledge.text.statements.subjects import Subjects

ROOM = 1_400  # characters of what is told since, at most
DAYS = 4  # of which something is told
OF_A_DAY = 2  # stretches that are told
STRETCH = (
    200  # characters that one has at least, if its day says so much: an answer stands beside what names its subject
)


@dataclass(frozen=True)
class _Stretch:
    """Statements of one day that follow each other in a passage, and how near they are to the question."""

    passage: UUID
    day: str
    statements: tuple[str, ...]
    near: float

    @property
    def line(self) -> str:
        return f"- {' '.join(self.statements)} ({self.day})"

    def repeats(self, other: "_Stretch") -> bool:
        """Whether both tell a statement of one of them; a summary has words before what a description tells."""
        return any(one in other.line for one in self.statements) or any(one in self.line for one in other.statements)


def told_since(matches: Sequence[Match], passages: Sequence[Match], question: str) -> list[Match]:
    """The matches, the first told with what the passages say about the question on later days, the latest first.

    A learning stays as it is, and so does what nobody dated.
    """
    if not matches or not matches[0].source:
        return list(matches)
    first, *others = matches
    others_said = (
        passage for passage in passages if passage.source and passage.id != first.id and not is_retired(passage)
    )
    same = (passage for passage in others_said if not passage.is_apart_from(first))
    stretches = _nearest([first, *same], question)
    day = next((stretch.day for stretch in stretches if stretch.passage == first.id), None)
    later = [stretch for stretch in stretches if day and stretch.day > day and stretch.passage != first.id]
    lines = [stretch.line for stretch in sorted(_chosen(later), key=lambda stretch: stretch.day, reverse=True)]
    return [first.model_copy(update={"learning": "\n".join([*lines, first.learning])}), *others]


def _nearest(passages: Sequence[Match], question: str) -> list[_Stretch]:
    """The stretches of the passages, first what has most of the question's words in what search ranks first."""
    subjects = Subjects([question, *(passage.learning for passage in passages)])
    asked, best = subjects.stems(question), max(passage.score for passage in passages)
    standing = [passage.score / best if best > 0 else 0.0 for passage in passages]
    of_each = (_stretches(passage, asked, share, subjects) for passage, share in zip(passages, standing, strict=True))
    stretches = (one for of_one in of_each for one in of_one)
    return sorted(stretches, key=lambda stretch: -stretch.near)


def _stretches(passage: Match, asked: set[str], standing: float, subjects: Subjects) -> Iterator[_Stretch]:
    """From each statement on as many of its day as it takes, below the name of their page."""
    dated = [pair for pair in statements(passage) if not pair[0].startswith("#")]
    title = subjects.stems(" ".join(passage.source.breadcrumb[:1] if passage.source else []))
    stems = [subjects.stems(text) for text, _ in dated]
    for at, (_, day) in enumerate(dated):
        same = [other for other in range(at, len(dated)) if dated[other][1] == day]
        lengths = accumulate(len(dated[other][0]) for other in same)
        taken = same[: 1 + sum(length < STRETCH for length in lengths)]
        near = subjects.share(asked, title.union(*(stems[other] for other in taken)))
        yield _Stretch(passage.id, day, tuple(dated[other][0] for other in taken), standing + near)


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
