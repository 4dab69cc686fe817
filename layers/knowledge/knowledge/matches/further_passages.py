"""What else a run has to say of a question, told with the passages of its evidence that are answered."""

from collections.abc import Sequence
from itertools import pairwise

from knowledge.matches.excerpts import GAP
from knowledge.matches.models import Match

ROOM = 3_000  # characters of an answer of a run's evidence


def with_further_passages(answers: Sequence[Match], nearest: Sequence[Match]) -> list[Match]:
    """The answers, those of a run's evidence with what else is `nearest` of the same run, the best first, as far as
    there is room; in the order of the log, with a gap between what does not follow.

    What answers a question about a run is seldom said at once, nor where it is said best.
    """
    told = {match.id for match in answers}
    wholes = [_Whole(match) for match in answers]
    for match in nearest:
        if match.evidence and match.id not in told:
            whole = next((one for one in wholes if one.has_room_for(match)), None)
            if whole:
                whole.add(match)
    return [whole.match for whole in wholes]


class _Whole:
    """An answer as it grows."""

    def __init__(self, answer: Match) -> None:
        self._answer, self._passages = answer, [answer]

    def has_room_for(self, match: Match) -> bool:
        """Whether it is of the same run, and short enough for this passage, too."""
        size = sum(len(passage.learning) for passage in [*self._passages, match])
        return self._answer.evidence == match.evidence and size <= ROOM

    def add(self, match: Match) -> None:
        self._passages.append(match)

    @property
    def match(self) -> Match:
        """The answer with all that was added; itself where nothing was."""
        if len(self._passages) == 1 or not self._answer.source:
            return self._answer
        passages = sorted(self._passages, key=_chunks)
        text = passages[0].learning
        for before, passage in pairwise(passages):
            follows = _chunks(before)[-1] + 1 == _chunks(passage)[0]
            text += f"\n\n{passage.learning}" if follows else f"\n\n{GAP}\n\n{passage.learning}"
        chunks = [chunk for passage in passages for chunk in _chunks(passage)]
        source = self._answer.source.model_copy(update={"chunks": chunks})
        return self._answer.model_copy(update={"learning": text, "source": source})


def _chunks(match: Match) -> list[int]:
    return (match.source.chunks or [match.source.chunk]) if match.source else []
