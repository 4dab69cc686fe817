"""A file that edits show in pieces: each as the run had found it, and as it reads now."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.transcripts import Edit
from knowledge.transcripts.diff import ChangedBlock, PatchedFile


@dataclass(frozen=True)
class TextPiece:
    """Text that stands together in a file; `before` is "" in a file that the run made."""

    before: str
    now: str

    @cached_property
    def block(self) -> ChangedBlock:
        """What became what, without the lines around it that are as they were."""
        return PatchedFile.of_edit(Edit("", self.before, self.now)).blocks[0]


def edited(pieces: Sequence[TextPiece], edit: Edit) -> tuple[TextPiece, ...]:
    """The pieces after one more edit; none of a place that is as it was.

    The edit shows text that it finds, which is joined with the pieces that have it in them, or that it has.
    """
    apart, shown = list[TextPiece](), TextPiece(edit.old, edit.old)
    for piece in pieces:
        joined = _joined(piece, shown)
        shown = joined or shown
        if joined is None:
            apart.append(piece)
    now = TextPiece(shown.before, shown.now.replace(edit.old, edit.new))
    return (*apart, now) if now.before != now.now else tuple(apart)


def _joined(piece: TextPiece, shown: TextPiece) -> TextPiece | None:
    """Both as one, where one has the other in it."""
    if shown.before == shown.now and shown.now in piece.now:
        return piece
    if _stands_in(piece.now, shown.now) and piece.now in shown.before:
        return TextPiece(shown.before.replace(piece.now, piece.before, 1), shown.now)
    return None


def _stands_in(part: str, text: str) -> bool:
    """Whether the part stands in the text, as words of their own: `50` in `limit = 50` and not in `500`."""
    place = text.find(part)
    if place < 0 or not re.search(r"\w", part):
        return False
    end = place + len(part)
    around = text[max(place - 1, 0) : place] + part[:1], part[-1:] + text[end : end + 1]
    return not any(re.fullmatch(r"\w\w", pair) for pair in around)
