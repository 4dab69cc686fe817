"""A file as its edits show it, piece by piece."""

import pytest
from knowledge.extraction.code.pieces import TextPiece, edited
from knowledge.transcripts import Edit


def after(*edits: tuple[str, str]) -> list[tuple[str, str]]:
    """Each piece that is left changed, as it was and as it is."""
    pieces: tuple[TextPiece, ...] = ()
    for old, new in edits:
        pieces = edited(pieces, Edit("a.py", old, new))
    return [("\n".join(piece.block.removed), "\n".join(piece.block.added)) for piece in pieces]


@pytest.mark.parametrize(
    "edits",
    [
        [("size = 100", "size = 1000"), ("size = 1000", "size = 100")],
        [("100", "1000"), ("size = 1000\n", "size = 100\n")],
        [("size = 100\ncolour = 1", "size = 1000\ncolour = 1"), ("1000", "100")],
        [("log(1)\nreturn 2", "return 2"), ("return 2", "log(1)\nreturn 2")],
        [("a = 1\nb = 1", "a = 2\nb = 1"), ("b = 1\nc = 1", "b = 1\nc = 2"), ("a = 2\nb = 1\nc = 2",
          "a = 1\nb = 1\nc = 1")],
        [("", "print(1)"), ("print(1)", "")],
    ],
)  # fmt: skip
def test_what_is_edited_back_is_no_change(edits: list[tuple[str, str]]) -> None:
    """In the same words, in more or fewer of them, or at once with another place."""
    assert after(*edits) == []


def test_several_edits_of_a_place_are_one() -> None:
    """What it was against what it is; other places stand apart, and `50` is none within `500`."""
    assert after(("step = 1", "step = 2"), ("step = 2", "step = 3")) == [("step = 1", "step = 3")]
    assert after(("a = 10", "a = 20"), ("b = 10", "b = 20")) == [("a = 10", "a = 20"), ("b = 10", "b = 20")]
    assert after(("x", "50"), ("limit = 500", "limit = 1")) == [("x", "50"), ("limit = 500", "limit = 1")]
