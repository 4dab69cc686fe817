"""The runs of text that chunks are made of."""

from collections.abc import Sequence

from knowledge.chunks.boundaries import ANYWHERE, LINE, SENTENCE, WORD, Piece, pieces_of
from knowledge.text import markdown


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def pieces(text: str, most: int) -> list[Piece]:
    made = pieces_of(text, markdown.blocks(text), words, most)
    assert "".join(text[piece.start : piece.end] for piece in made) == text
    return made


def test_blocks_that_fit_are_left_whole() -> None:
    """A heading's text stays with it as long as it can: its start is as bad a place to cut as a line's."""
    text = "# Title\n\nWords of it.\n\n# Other\n\nMore words.\n"
    assert [text[piece.start : piece.end].split("\n")[0] for piece in pieces(text, 50)] == [
        "# Title",
        "Words of it.",
        "# Other",
        "More words.",
    ]
    assert pieces(text, 50)[1].rank == LINE


def test_what_is_too_long_is_cut_at_the_best_place() -> None:
    """Lines before sentences, sentences before words; nothing is lost, and each fits."""
    assert {piece.rank for piece in pieces("one two three\nfour five six\n", 3)[1:]} == {LINE}
    assert {piece.rank for piece in pieces("One two three. Four five six.", 3)[1:]} == {SENTENCE}
    assert {piece.rank for piece in pieces("one two three four", 2)[1:]} == {WORD}
    assert all(piece.tokens <= 2 for piece in pieces("one two three four", 2))


def test_a_word_that_is_too_long_is_cut_anywhere() -> None:
    """By characters, where tokens are some of them."""
    text = "x" * 100
    made = pieces_of(text, markdown.blocks(text), lambda texts: [len(text) for text in texts], 30)
    assert {piece.rank for piece in made[1:]} == {ANYWHERE} and max(piece.tokens for piece in made) <= 30
