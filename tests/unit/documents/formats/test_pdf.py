"""What of a PDF's pages is text."""

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
