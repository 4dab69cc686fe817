"""What else a run has to say of a question, told with the passages of its evidence that are answered."""

from collections.abc import Sequence

from knowledge.matches.excerpts import GAP
from knowledge.matches.models import Match

ROOM = 3_000  # characters of an answer of a run's evidence, but for the user's words above its passages


def with_further_passages(answers: Sequence[Match], nearest: Sequence[Match]) -> list[Match]:
    """The answers, those of a run's evidence with what else is `nearest` of the same run, the best first, as far as
    there is room; in the order of the log, with a gap between what does not follow.

    What answers a question about a run is seldom said at once, nor where it is said best. The user's words that a
    passage answers stand above it where no answer has them.
    """
    answered = {match.id for match in answers}
    wholes = [_Whole(match) for match in answers]
    for match in nearest:
        if match.evidence and match.id not in answered:
            whole = next((one for one in wholes if one.has_room_for(match)), None)
            if whole:
                whole.add(match)
    shown = "\n".join(whole.text for whole in wholes)
    return [whole.match(shown, wholes[:place]) for place, whole in enumerate(wholes)]


class _Whole:
    """An answer as it grows: its passages, in the order of the log."""

    def __init__(self, answer: Match) -> None:
        self._answer, self._passages = answer, [answer]

    def has_room_for(self, match: Match) -> bool:
        """Whether it is of the same run, and short enough for this passage, too."""
        size = sum(len(passage.learning) for passage in [*self._passages, match])
        return self._answer.evidence == match.evidence and size <= ROOM

    def add(self, match: Match) -> None:
        self._passages = sorted([*self._passages, match], key=_chunks)

    @property
    def text(self) -> str:
        return "\n".join(passage.learning for passage in self._passages)

    @property
    def requests(self) -> list[str]:
        """The user's words that each passage answers, "" before the first of the run."""
        return [_request(passage) for passage in self._passages]

    def match(self, shown: str, before: Sequence["_Whole"]) -> Match:
        """The answer with all that was added; `shown` is the text of all, and those `before` have their requests."""
        if not self._answer.evidence or not self._answer.source:
            return self._answer
        above = {request for whole in before for request in whole.requests}
        text, last = "", None
        for passage, request in zip(self._passages, self.requests, strict=True):
            is_new = request not in above and f"## {request}" not in shown
            text += _between(last, passage) + (f"## {request}\n\n" if is_new and request else "") + passage.learning
            above.add(request)
            last = passage
        chunks = [chunk for passage in self._passages for chunk in _chunks(passage)]
        source = self._answer.source.model_copy(update={"chunks": chunks})
        return self._answer.model_copy(update={"learning": text, "source": source})


def _between(before: Match | None, passage: Match) -> str:
    if before is None:
        return ""
    return "\n\n" if _chunks(before)[-1] + 1 == _chunks(passage)[0] else f"\n\n{GAP}\n\n"


def _request(match: Match) -> str:
    """The heading below the run's title."""
    return next(iter(match.source.breadcrumb[1:2]), "") if match.source else ""


def _chunks(match: Match) -> list[int]:
    return (match.source.chunks or [match.source.chunk]) if match.source else []
