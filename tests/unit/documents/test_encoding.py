"""Bytes of unknown encoding as clean text."""

import pytest
from knowledge.documents.encoding import clean, decode, encoding_of, is_binary

from tests.support.documents import sections


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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings_are_detected(encoding: str) -> None:
    """The same text is read from each encoding, with a BOM or without."""
    text = "Straße in Köln: größer als naïve Gürtel, déjà vu."
    assert sections("t.txt", text.encode(encoding))[0].markdown == text


@pytest.mark.parametrize(
    ("encoding", "rows"),
    [
        ("cp1250", "Plzeň;Žluťoučký kůň úpěl ďábelské ódy\nBřeclav;zpožděno o týden\n"),
        ("cp1250", "Łódź;przesyłka dotarła późno\nPoznań;brakuje części zamówienia\n"),
        ("cp1250", "Győr;árvíztűrő tükörfúrógép\nSzeged;a hűtőszekrény sérült\n"),
        ("cp1252", "Köln;pünktlich geliefert\nMünchen;Kühlschrank beschädigt, Tür größer\n"),
        ("cp1252", "Nîmes;livré à l'heure\nBéziers;le réfrigérateur est abîmé, ça fuit\n"),
        ("cp1252", "Málaga;entregado mañana\nA Coruña;¿dónde está el frigorífico?\n"),
        ("cp1252", "Forlì;è già arrivato\nCantù;perché è più tardi\n"),
        ("cp1252", "Stuhl;30 £\nTisch;99 €\n"),
        ("cp1254", "İstanbul;zamanında ulaştı\nEskişehir;buzdolabı hasarlı, teşekkürler\n"),
        ("cp1257", "Šiauliai;pristatyta laiku, ačiū\nPanevėžys;šaldytuvas pažeistas\n"),
        ("cp1251", "Казань;холодильник повреждён\nТула;доставлено вовремя\n"),
        ("koi8_r", "Казань;холодильник повреждён\nТула;доставлено вовремя\n"),
        ("cp1253", "Αθήνα;παραδόθηκε εγκαίρως\nΠάτρα;το ψυγείο χάλασε\n"),
        ("shift_jis", "東京;時間通りに届きました\n大阪;冷蔵庫が壊れています\n"),
        ("gb18030", "北京;按时送达\n上海;冰箱损坏，请联系\n"),
    ],
)
def test_a_table_of_a_legacy_encoding_is_read_with_its_letters(encoding: str, rows: str) -> None:
    """Central European is told from Western, and other scripts from both, among rows that are plain ASCII."""
    table = "city;remark\n" + rows + "".join(f"Town {number};delivered without damage\n" for number in range(40))
    _, *read = sections("t.csv", table.encode(encoding))
    text = "\n".join(section.markdown for section in read)
    assert [value for row in rows.splitlines() for value in row.split(";") if value not in text] == []


def test_mixed_encodings_lose_no_character() -> None:
    """UTF-8 with stray cp1252 bytes reads both."""
    assert sections("t.txt", "Köln größer ".encode() + "Gürtel".encode("cp1252"))[0].markdown == "Köln größer Gürtel"
