"""Bytes of unknown encoding as clean text."""

import pytest
from knowledge.documents.encoding import clean, decode, encoding_of, is_binary


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_text_is_read_in_its_encoding(encoding: str) -> None:
    """With a mark of the byte order and without one."""
    text = "Die Größe der Straße, naïve façade, ein Café\n" * 5
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Привет, как дела? Сегодня хорошая погода.\n" * 5, "cp1251"), ("東京都の天気は晴れです。\n" * 9, "shift_jis")],
)
def test_other_scripts_are_told_by_their_letters(text: str, encoding: str) -> None:
    """Code pages of before Unicode."""
    assert decode(text.encode(encoding)) == text


def test_single_bytes_of_another_encoding_cost_no_text() -> None:
    """Where most is UTF-8, the others are read as the web does."""
    assert encoding_of("grün, schön".encode() + b"\xe9") == "utf-8"
    assert decode("grün, schön, caf".encode() + b"\xe9") == "grün, schön, café"


def test_what_postgres_cannot_store_is_gone() -> None:
    """Control characters and lone surrogates; line ends become those of unix, tabs stay."""
    assert clean("a\x00b\x1bc\ud800d\te") == "abcd\te"
    assert decode(b"one\r\ntwo\rthree") == "one\ntwo\nthree"


def test_binary_is_no_text() -> None:
    """More than one control character in twenty."""
    assert is_binary(bytes(range(256)) * 4)
    assert not is_binary("ordinary text with ümlauts and a \x00 in a hundred characters of it".encode() * 2)
