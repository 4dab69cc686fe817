"""Presentations: archives of XML."""

from knowledge.documents import parse_safely

from tests.support.documents import A, P, R, archived, relations


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


def test_a_presentation_is_its_slides():
    """In the order in which they are shown, with their notes; a slide counts as a page."""
    slides = presentation(slide("Prices", "From 12 euros"), slide("Welcome", "To the shop"))
    first, second = parse_safely("talk.pptx", slides).sections
    assert first.markdown == "Welcome\n\nTo the shop\n\nNotes: Say this slowly."
    assert (first.heading, str(first.span), second.markdown) == ("Welcome", "page 1", "Prices\n\nFrom 12 euros")


def test_a_table_on_a_slide_is_a_table():
    """And none of its cells stands twice."""
    cells = "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{letter}</a:t></a:r></a:p></a:txBody></a:tc>" for letter in "ab")
    table = f"<a:tbl><a:tr>{cells}</a:tr><a:tr>{cells}</a:tr></a:tbl>"
    first = slide("Table").replace("</p:txBody>", f"</p:txBody>{table}")
    _, section = parse_safely("talk.pptx", presentation(first, slide("Welcome"))).sections
    assert section.markdown == "Table\n\n| a | b |\n| --- | --- |\n| a | b |"
