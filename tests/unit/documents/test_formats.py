"""What each format's reader keeps: text, structure, and where it stands."""

import io
import zipfile
from datetime import UTC, datetime

import pytest
from knowledge import errors
from knowledge.documents import Document, Section, Span, parse
from knowledge.documents.formats.pdf import _without_running_heads
from knowledge.documents.formats.pdf.layout import Fragment, TextBlock, blocks, fragments
from knowledge.documents.formats.pdf.tables import Edge, grids
from knowledge.uploads.text_copy import rendition

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def sections(name: str, content: bytes | str, content_type: str | None = None) -> list[Section]:
    body = content.encode() if isinstance(content, str) else content
    return list(parse(name, body, content_type).sections)


def word(text: str, left: float, bottom: float, width: float = 5) -> list[Fragment]:
    return [
        Fragment(letter, left + width * at, bottom, left + width * (at + 1), bottom + 10)
        for at, letter in enumerate(text)
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_and_header_are_detected(delimiter: str) -> None:
    """Each usual delimiter is found, and rows name their columns."""
    rows = [["name", "price", "town"], ["Brot", "1.50", "Köln"], ["Milch", "0.99", "Bonn"]]
    summary, rows_read = sections("t.csv", "\n".join(delimiter.join(row) for row in rows))
    assert "2 rows and 3 columns" in summary.markdown
    assert "- Row 1: name: Brot; price: 1.50; town: Köln" in rows_read.markdown
    assert rows_read.span == Span("row", 1, 2)


def test_decimal_commas_do_not_look_like_delimiters() -> None:
    """A German table keeps its decimal commas."""
    _, rows = sections("t.csv", "name;preis\nBrot;1,50\nMilch;0,99\n")
    assert "preis: 1,50" in rows.markdown


def test_table_without_header_gets_column_positions() -> None:
    """Where the first row is data, it is read as data."""
    _, rows = sections("t.csv", "1,2\n3,4\n")
    assert rows.markdown.splitlines()[0] == "- Row 1: column 1: 1; column 2: 2"


def test_column_types_are_summarised() -> None:
    """The summary says each column's type and range."""
    summary = sections("t.csv", "day,n,x,who\n2024-01-02,1,1.5,Ann\n2024-01-03,9,2,Bob\n")[0].markdown
    assert "| day | date | 2 |" in summary
    assert "| n | integer | 2 | 1 to 9 |" in summary
    assert "| x | number |" in summary
    assert "| who | text |" in summary


def test_row_groups_stay_within_the_given_tokens_and_hold_every_row() -> None:
    """Groups are cut by the passed token counter; together they hold each row once."""
    content = "word,n\n" + "".join(f"w{n},{n}\n" for n in range(1000))
    document = parse("t.csv", content.encode(), count_tokens=lambda texts: [100] * len(texts))
    groups = list(document.sections)[1:]
    assert [group.span for group in groups[:2]] == [Span("row", 1, 5), Span("row", 6, 10)]
    assert sum(len(group.markdown.splitlines()) for group in groups) == 1000


def test_formula_stays_inert_text() -> None:
    """A formula is kept as the text it is."""
    assert "=cmd|' /C calc'!A0" in sections("t.csv", "a,b\n1,=cmd|' /C calc'!A0\n2,3\n")[1].markdown


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


def test_true_kind_wins_over_name_and_content_type() -> None:
    """A page named .txt, a JSON named .csv and text named .pdf are read as what they are."""
    assert parse("a.txt", b"<!doctype html><h1>Hi</h1>").media_type == "text/html"
    assert parse("a.csv", b'[{"a": 1}]', "text/csv").media_type == "application/json"
    assert parse("a.pdf", b"only some words", "application/pdf").media_type == "text/plain"


def test_markdown_keeps_its_text_and_takes_its_title() -> None:
    """Markdown is kept as it is below its frontmatter."""
    document = parse("a.md", b"---\ntags: [x]\n---\n# Guide\n\ntext\n")
    assert document.title == "Guide"
    assert list(document.sections) == [Section("# Guide\n\ntext\n", (), Span("line", 4, 6))]


def test_html_keeps_structure_and_drops_scripts() -> None:
    """Headings, lists and tables become markdown; scripts do not."""
    head = "<title>T</title><script>bad()</script><h2>Head</h2><ul><li>one</li></ul>"
    page = head + "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
    text = sections("a.html", page)[0].markdown
    assert "## Head" in text and "- one" in text and "| a |" in text and "bad" not in text


def test_docx_keeps_paragraphs() -> None:
    """A Word file's paragraphs are read."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as package:
        package.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>Hello Word</w:t></w:r></w:p></w:body></w:document>',
        )
        package.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
        )
    assert sections("a.docx", archive.getvalue())[0].markdown == "Hello Word"


def test_json_records_and_objects_name_their_paths() -> None:
    """A list is rows of paths, an object a section a key, and numbers stay as written."""
    assert sections("a.json", '[{"a": {"b": 1.10}}]')[0].markdown == "- Record 1: a.b: 1.10"
    assert sections("a.json", '{"x": {"y": [1, 2]}}') == [Section("- y: 1, 2", ("a", "x"))]
    assert sections("a.jsonl", '{"a": 1}\n{"a": 2}\n')[0].span == Span("row", 1, 2)


def test_broken_json_says_where() -> None:
    """A refusal of JSON names the line and column."""
    with pytest.raises(errors.Invalid, match="line 2, column 1"):
        parse("a.json", b'{"a":\n}')


def test_two_columns_drawn_line_by_line_are_read_one_after_the_other() -> None:
    """Columns of prose are read in order even where the page draws across them."""
    drawn = [
        letter
        for line in range(5)
        for side, left in (("left", 0), ("right", 300))
        for letter in word(f"{side} column line number {line} of all", left, 500 - 12 * line, 7)
    ]
    text = " ".join(block.text for block in blocks(fragments(drawn))).split()
    assert text.index("right") > max(at for at, token in enumerate(text) if token == "left")


def test_aligned_cells_are_a_table() -> None:
    """Three lines of three aligned cells are a markdown table."""
    drawn = [
        letter
        for row in range(3)
        for column in range(3)
        for letter in word(f"r{row}c{column}", 100 * column, 100 - 12 * row)
    ]
    (table,) = blocks(fragments(drawn))
    assert table.text.splitlines() == [
        "| r0c0 | r0c1 | r0c2 |",
        "|---|---|---|",
        "| r1c0 | r1c1 | r1c2 |",
        "| r2c0 | r2c1 | r2c2 |",
    ]


def test_crossing_rules_make_a_grid() -> None:
    """Ruled lines that cross are a grid; its cells are counted from the top left."""
    edges = [Edge(True, x, 0, 20) for x in (0, 50, 100)] + [Edge(False, y, 0, 100) for y in (0, 10, 20)]
    (grid,) = grids(edges)
    assert grid.cell(75, 15) == (0, 1)
    assert grid.cell(75, 25) is None


def test_rendition_points_to_its_asset_and_no_title_adds_a_key() -> None:
    """Frontmatter names the source; a title with line breaks stays one value."""
    document = Document('x"\nscope: system', "text/plain", [Section("body", ("H",), Span("page", 2, 3))])
    text = rendition(document, "assets/t/a.pdf", datetime(2026, 1, 2, tzinfo=UTC), tags=["t"])
    assert 'source: "assets/t/a.pdf"' in text and "\nscope: system" not in text
    assert "## H (pages 2–3)\n\nbody" in text


def page_of(lines: list[str], columns: list[int]) -> bytes:
    """A PDF of one page: a grid with a line of text in each row; what is behind a | stands in the next column."""
    bottom = 760 - 20 * len(lines)
    texts = [
        f"BT /F 12 Tf 1 0 0 1 {x} {746 - 20 * row} Tm ({text}) Tj ET"
        for row, line in enumerate(lines)
        for x, text in zip([column + 4 for column in columns], line.split("|"), strict=False)
    ]
    rules = [f"{x} {bottom} m {x} 760 l S" for x in columns]
    rules += [f"50 {760 - 20 * row} m 450 {760 - 20 * row} l S" for row in range(len(lines) + 1)]
    content = "\n".join([*texts, *rules])
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body = "".join(f"{number} 0 obj\n{each}\nendobj\n" for number, each in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer << /Root 1 0 R >>\n%%EOF".encode()


def test_rules_between_cells_make_a_table() -> None:
    """Ruled lines with a word on each side of them are a table with its rows and columns."""
    [section] = sections("t.pdf", page_of(["City|Area", "Bonn|141", "Cologne|405"], [50, 200, 450]))
    assert section.markdown == "| City | Area |\n|---|---|\n| Bonn | 141 |\n| Cologne | 405 |"


def test_rules_through_words_make_no_table() -> None:
    """Lines that cut words belong to a drawing or a background: the text is read as the sentences that it is."""
    prose = ["The quick brown foxes jumped over the lazy dogs", "while the others watched them from the old garden"]
    [section] = sections("t.pdf", page_of(prose, [50, 118, 196, 268, 450]))
    assert section.markdown == " ".join(prose)


def test_running_heads_are_no_text() -> None:
    """What stands at the head or foot of three pages, beside its number, goes; a heading of the outline stays."""
    pages = [
        ["4.1 Axioms", "First.", "Draft"],
        ["4.1. Axioms 67", "Points.", "Draft"],
        ["68 4.1. AXIOMS", "Lines.", "Draft"],
        ["4.1. Axioms 69", "Axioms", "Planes."],
        ["Index", "a, 3", "Draft"],
        ["Index"],
    ]
    read = _without_running_heads(
        [[TextBlock(text, 10.0, False) for text in page] for page in pages], {0: [(1, "Axioms")]}
    )
    texts = [[block.text for block in page] for page in read]
    assert texts == [
        ["4.1 Axioms", "First."],
        ["Points."],
        ["Lines."],
        ["Axioms", "Planes."],
        ["Index", "a, 3"],
        ["Index"],
    ]
