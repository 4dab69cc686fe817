"""What follows from a decision: what its speaker goes on to say of it, and what anybody says to follow."""

from collections.abc import Sequence

from knowledge.text.sentences import sentences, tidy
from knowledge.usecases.record_event.content.turns import said_by_turn
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence


def consequences(decision: str, texts: Sequence[str], event: Occurrence) -> list[str]:
    """Those of the texts behind a decision that follow from it; what an event does not say so itself is believed."""
    heard = {sentence: (turn, raw) for turn, raw, sentence in said_by_turn(event)} if event.is_talk else {}
    decided = _heard(sentences(decision)[-1], heard)
    return [text for text in texts if _follows(sentences(text)[0], decided, heard)]


def _follows(text: str, decided: tuple[int, str] | None, heard: dict[str, tuple[int, str]]) -> bool:
    own = _heard(text, heard)
    if wording.is_answer(text) == text:
        return False
    if not own or not decided:
        return True
    turn, raw = own
    return wording.follows(raw) or (turn == decided[0] and not _begins_anew(raw))


def _begins_anew(raw: str) -> bool:
    """Whether a comma parts its opening, which says nothing, from what it says: `Also, from January on …`."""
    _, comma, rest = raw.partition(", ")
    return bool(comma) and tidy(raw) == tidy(rest)


def _heard(text: str, heard: dict[str, tuple[int, str]]) -> tuple[int, str] | None:
    """In which turn it was said, and how; who speaks may stand before it."""
    return heard.get(text) or heard.get(text.partition(": ")[2])
