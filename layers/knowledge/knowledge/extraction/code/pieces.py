"""A file that edits show in pieces: each as the run had found it, and as it reads now."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.transcripts import Edit
from knowledge.transcripts.diff import ChangedBlock, PatchedFile

_SHARED = 20  # lines at most by which two pieces are found to hang together


@dataclass(frozen=True)
class TextPiece:
    """Text that stands together in a file; `before` is "" in a file that the run made."""

    before: str
    now: str

    @cached_property
    def lines(self) -> list[str]:
        """As they read now."""
        return self.now.split("\n")

    @cached_property
    def block(self) -> ChangedBlock:
        """What became what, without the lines around it that are as they were."""
        return PatchedFile.of_edit(Edit("", self.before, self.now)).blocks[0]


def edited(pieces: Sequence[TextPiece], edit: Edit) -> tuple[TextPiece, ...]:
    """The pieces after one more edit; none of a place that is as it was.

    The edit shows text that it finds, which is joined with the pieces that it shares some with.
    """
    apart, shown = list[TextPiece](), TextPiece(edit.old, edit.old)
    for piece in pieces:
        joined = _joined(piece, shown)
        shown = joined or shown
        if joined is None:
            apart.append(piece)
    now = TextPiece(shown.before, shown.now.replace(edit.old, edit.new))
    return (*apart, now) if now.before != now.now else tuple(apart)


def written_over(pieces: Sequence[TextPiece], text: str) -> tuple[TextPiece, ...]:
    """The pieces that stand in the text with which the whole file was written anew."""
    return tuple(piece for piece in pieces if piece.before and piece.now and piece.now in text)


def _joined(piece: TextPiece, shown: TextPiece) -> TextPiece | None:
    """Both as one, where one has the other in it or ends with lines with which the other begins."""
    if shown.before == shown.now and shown.now in piece.now:
        return piece
    if _stands_in(piece.now, shown.now) and piece.now in shown.before:
        return TextPiece(shown.before.replace(piece.now, piece.before, 1), shown.now)
    return _on_end(piece, shown) or _on_end(shown, piece)


def _on_end(first: TextPiece, second: TextPiece) -> TextPiece | None:
    """The first with what the second has beyond the lines that both have; they are unchanged in one of the two."""
    above, below = first.lines, second.lines
    if second.lines[0] not in above[-_SHARED:]:
        return None
    upper, lower = first.before.split("\n"), second.before.split("\n")
    for shared in range(min(len(above), len(below), _SHARED), 0, -1):
        lines = below[:shared]
        if above[-shared:] == lines and any(re.search(r"\w.*\w", line) for line in lines):
            now = "\n".join([*above, *below[shared:]])
            if lower[:shared] == lines:
                return TextPiece("\n".join([*upper, *lower[shared:]]), now)
            if upper[-shared:] == lines:
                return TextPiece("\n".join([*upper[:-shared], *lower]), now)
    return None


def _stands_in(part: str, text: str) -> bool:
    """Whether the part stands in the text, as words of their own: `50` in `limit = 50` and not in `500`."""
    place = text.find(part)
    if place < 0 or not re.search(r"\w", part):
        return False
    end = place + len(part)
    around = text[max(place - 1, 0) : place] + part[:1], part[-1:] + text[end : end + 1]
    return not any(re.fullmatch(r"\w\w", pair) for pair in around)
