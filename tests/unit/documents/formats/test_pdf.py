"""What of a PDF's pages is text."""

import pytest
from knowledge.documents import parse_safely
from knowledge.documents.formats.pdf import _without_running_heads
from knowledge.documents.formats.pdf.layout import TextBlock


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


TEXT = "BT /F 12 Tf 72 700 Td (The notice period is six months.) Tj ET"
IMAGE = "q 100 0 0 100 72 600 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q"


def pdf(*streams: str) -> bytes:
    """A page for each."""
    kids = " ".join(f"{3 + 2 * at} 0 R" for at in range(len(streams)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>"]
    font = "<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    for at, stream in enumerate(streams):
        content = f"/Resources {font} /Contents {4 + 2 * at} 0 R"
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] {content} >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    body = "".join(f"{number} 0 obj\n{text}\nendobj\n" for number, text in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer << /Root 1 0 R >>\n%%EOF".encode()


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ([TEXT, IMAGE], "Page 2 holds only images"),
        ([IMAGE, TEXT, IMAGE, IMAGE, IMAGE], "Pages 1 and 3–5 hold only images"),
        ([TEXT, IMAGE, TEXT, IMAGE, TEXT, IMAGE], "Pages 2, 4 and 6 hold only images"),
        ([TEXT, IMAGE] * 15, "and 15 in all hold only images"),
        ([TEXT, "", TEXT + IMAGE], None),
    ],
)
def test_pages_that_hold_only_images_are_named(pages: list[str], expected: str | None) -> None:
    """Beside pages that were read; an empty page lacks nothing."""
    unread = parse_safely("lease.pdf", pdf(*pages)).unread
    assert unread is None if expected is None else expected in str(unread)
