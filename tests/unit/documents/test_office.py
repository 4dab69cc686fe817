"""Workbooks and presentations, as their makers write them: archives of XML."""

import io
import zipfile

import pytest
from knowledge import errors
from knowledge.documents import parse_safely

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
A, P = (f"http://schemas.openxmlformats.org/{name}/2006/main" for name in ("drawingml", "presentationml"))
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def archived(**parts: str) -> bytes:
    """The parts as a ZIP archive; `__` stands for a slash, `_DOT_` for a point."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_DOT_", "."), text)
    return buffer.getvalue()


def relations(*targets: tuple[str, str]) -> str:
    """A part's relations: each a kind and a target, called rId1 and so on."""
    relationships = "".join(
        f'<Relationship Id="rId{at}" Type="{R}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}">{relationships}</Relationships>'


def workbook(rows: list[list[str | float]]) -> bytes:
    """A workbook of one sheet, `Prices`."""

    def cell(value: str | float) -> str:
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    data = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    sheets = f'<sheets><sheet name="Prices" sheetId="1" r:id="rId1" xmlns:r="{R}"/></sheets>'
    package = {"[Content_Types]_DOT_xml": TYPES, "_rels/_DOT_rels": relations(("officeDocument", "xl/workbook.xml"))}
    return archived(
        **package,
        xl__workbook_DOT_xml=f'<workbook xmlns="{SHEET}">{sheets}</workbook>',
        xl___rels__workbook_DOT_xml_DOT_rels=relations(("worksheet", "worksheets/sheet1.xml")),
        xl__worksheets__sheet1_DOT_xml=f'<worksheet xmlns="{SHEET}"><sheetData>{data}</sheetData></worksheet>',
    )


def slide(*paragraphs: str) -> str:
    """A slide with these paragraphs in one box."""
    text = "".join(f"<a:p><a:r><a:t>{paragraph}</a:t></a:r></a:p>" for paragraph in paragraphs)
    return f'<p:sld xmlns:p="{P}" xmlns:a="{A}"><p:txBody>{text}</p:txBody></p:sld>'


def presentation(first: str, second: str) -> bytes:
    """Two slides that are shown in the order second file, first file; the second file has notes."""
    ids = "".join(f'<p:sldId id="{at}" r:id="rId{at}"/>' for at in (2, 1))
    return archived(
        ppt__presentation_DOT_xml=f'<p:presentation xmlns:p="{P}" xmlns:r="{R}"><p:sldIdLst>{ids}</p:sldIdLst>'
        "</p:presentation>",
        ppt___rels__presentation_DOT_xml_DOT_rels=relations(
            ("slide", "slides/slide1.xml"), ("slide", "slides/slide2.xml")
        ),
        ppt__slides__slide1_DOT_xml=first,
        ppt__slides__slide2_DOT_xml=second,
        ppt__slides___rels__slide2_DOT_xml_DOT_rels=relations(("notesSlide", "../notesSlides/notesSlide1.xml")),
        ppt__notesSlides__notesSlide1_DOT_xml=slide("Say this slowly."),
    )


def test_a_workbook_is_its_rows():
    """Each names its columns; whole numbers have no point."""
    document = parse_safely("prices.xlsx", workbook([["City", "Rent"], ["Bern", 1450.0], ["Basel", 12.5]]))
    [section] = document.sections
    assert section.markdown == "- Row 1: City: Bern; Rent: 1450\n- Row 2: City: Basel; Rent: 12.5"
    assert section.breadcrumb == ("prices", "Prices") and str(section.span) == "rows 1–2"


def test_a_workbook_without_values_is_refused():
    """With what to do."""
    with pytest.raises(errors.Invalid, match="no values"):
        parse_safely("empty.xlsx", workbook([]))


def test_a_presentation_is_its_slides():
    """In the order in which they are shown, with their notes; a slide counts as a page."""
    slides = presentation(slide("Prices", "From 12 euros"), slide("Welcome", "To the shop"))
    first, second = parse_safely("talk.pptx", slides).sections
    assert first.markdown == "Welcome\n\nTo the shop\n\nNotes: Say this slowly."
    assert (first.heading, str(first.span), second.markdown) == ("Welcome", "page 1", "Prices\n\nFrom 12 euros")


def test_a_table_on_a_slide_is_a_table():
    """And none of its cells stands twice."""
    cells = "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{each}</a:t></a:r></a:p></a:txBody></a:tc>" for each in "ab")
    table = f"<a:tbl><a:tr>{cells}</a:tr><a:tr>{cells}</a:tr></a:tbl>"
    first = slide("Table").replace("</p:txBody>", f"</p:txBody>{table}")
    _, section = parse_safely("talk.pptx", presentation(first, slide("Welcome"))).sections
    assert section.markdown == "Table\n\n| a | b |\n| --- | --- |\n| a | b |"


@pytest.mark.parametrize("name", ["xl/workbook.xml", "ppt/presentation.xml"])
def test_entities_are_refused(name):
    """As in every office file."""
    content = archived(**{name.replace("/", "__").replace(".", "_DOT_"): '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'})
    with pytest.raises(errors.Invalid, match="XML entities"):
        parse_safely("bomb.office", content)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("logo.png", b"\x89PNG\r\n\x1a\n" + bytes(500), "image/png"),
        ("call.mp3", b"ID3\x03\x00" + bytes(500), "audio/mpeg"),
        ("nuls.txt", b"\0" * 1000, "application/octet-stream"),
        ("all.zip", archived(a="b"), "application/zip"),
    ],
    ids=["picture", "sound", "nuls", "archive"],  # an archive tells when it was made
)
def test_what_holds_no_text_says_so(name, content, kind):
    """It is no refusal: the document names it, and what it is."""
    document = parse_safely(name, content)
    [section] = document.sections
    assert document.media_type == kind
    assert section.markdown.startswith(f"{name.rpartition('.')[0]} is a file of the type {kind}")
    assert "not searchable" in section.markdown
