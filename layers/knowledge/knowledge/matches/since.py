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
    said: tuple[str, ...]
    near: float

    @property
    def line(self) -> str:
        return f"- {' '.join(self.said)} ({self.day})"

    def repeats(self, other: "_Stretch") -> bool:
        """Whether both tell a statement of one of them; a summary has words before what a description tells."""
        return any(one in other.line for one in self.said) or any(one in self.line for one in other.said)


def told_since(matches: Sequence[Match], passages: Sequence[Match], question: str) -> list[Match]:
    """The matches, the first told with what the passages say about the question on later days, the latest first.

    A learning stays as it is, and so does what nobody dated.
    """
    if not matches or not matches[0].source:
        return list(matches)
    first, *others = matches
    others_said = (each for each in passages if each.source and each.id != first.id and not is_retired(each))
    stretches = _nearest([first, *others_said], question)
    day = next((each.day for each in stretches if each.passage == first.id), None)
    later = [each for each in stretches if day and each.day > day and each.passage != first.id]
    lines = [each.line for each in sorted(_chosen(later), key=lambda each: each.day, reverse=True)]
    return [first.model_copy(update={"learning": "\n".join([*lines, first.learning])}), *others]


def _nearest(passages: Sequence[Match], question: str) -> list[_Stretch]:
    """The stretches of the passages, first what has most of the question's words in what search ranks first."""
    subjects = Subjects([question, *(each.learning for each in passages)])
    asked, best = subjects.stems(question), max(each.score for each in passages)
    standing = [each.score / best if best > 0 else 0.0 for each in passages]
    of_each = (_stretches(each, asked, share, subjects) for each, share in zip(passages, standing, strict=True))
    stretches = (one for of_one in of_each for one in of_one)
    return sorted(stretches, key=lambda each: -each.near)


def _stretches(passage: Match, asked: set[str], standing: float, subjects: Subjects) -> Iterator[_Stretch]:
    """From each statement on as many of its day as it takes, below the name of their page."""
    said = [each for each in statements(passage) if not each[0].startswith("#")]
    title = subjects.stems(" ".join(passage.source.breadcrumb[:1] if passage.source else []))
    stems = [subjects.stems(text) for text, _ in said]
    for at, (_, day) in enumerate(said):
        same = [other for other in range(at, len(said)) if said[other][1] == day]
        lengths = accumulate(len(said[other][0]) for other in same)
        taken = same[: 1 + sum(length < STRETCH for length in lengths)]
        near = subjects.share(asked, title.union(*(stems[other] for other in taken)))
        yield _Stretch(passage.id, day, tuple(said[other][0] for other in taken), standing + near)


def _chosen(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    """The nearest of each day, then the next of each, as far as there is room; none that tells what another does."""
    days: dict[str, list[_Stretch]] = {}
    for each in stretches:
        of_day = days.setdefault(each.day, [])
        if len(of_day) < OF_A_DAY and not any(each.repeats(other) for other in of_day):
            of_day.append(each)
    chosen: list[_Stretch] = []
    room = ROOM
    for each in (one for turn in zip_longest(*list(days.values())[:DAYS]) for one in turn if one):
        if len(each.line) <= room and not any(each.repeats(other) for other in chosen):
            chosen.append(each)
            room -= len(each.line)
    return chosen
