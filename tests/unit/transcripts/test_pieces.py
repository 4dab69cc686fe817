"""Long texts in pieces."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.transcripts.pieces import PIECE, pieces


@given(st.lists(st.sampled_from(["\n", "\n\n", "# a", "word ", "},\n", "x" * 40, "é"]), max_size=400).map("".join))
def test_nothing_of_a_text_is_lost(text: str) -> None:
    """All of it in order, each piece of a size that is read whole; blank ones aside."""
    cut = list(pieces(text, 100))
    assert "".join("".join(cut).split()) == "".join(text.split())
    assert all(len(piece) <= 100 and piece.strip() for piece in cut)


def test_a_text_parts_where_it_is_parted() -> None:
    """Above a heading, else at a blank line, else at a line's end, else between words; a short one never."""
    line = "A sentence of some words. " * 3
    assert list(pieces(f"{line}\n# Two\n\n{line}", 100)) == [f"{line}\n", f"# Two\n\n{line}"]
    assert list(pieces(f"{line}\n\n{line}", 100)) == [f"{line}\n\n", line]
    assert list(pieces("word " * 30, 100)) == ["word " * 20, "word " * 10]
    assert list(pieces("short", 100)) == ["short"] and list(pieces(" \n", 100)) == []


def test_a_line_without_end_is_cut_at_the_size() -> None:
    """There is no better place."""
    assert [len(piece) for piece in pieces("x" * (2 * PIECE + 1))] == [PIECE, PIECE, 1]
