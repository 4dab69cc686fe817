"""The text of an upload as a file for reading."""

from datetime import UTC, datetime

from knowledge.documents import Document, Section, Span
from knowledge.uploads.text_copy import rendition


def test_rendition_points_to_its_asset_and_no_title_adds_a_key() -> None:
    """Frontmatter names the source; a title with line breaks stays one value."""
    document = Document('x"\nscope: system', "text/plain", [Section("body", ("H",), Span("page", 2, 3))])
    text = rendition(document, "assets/t/a.pdf", datetime(2026, 1, 2, tzinfo=UTC), tags=["t"])
    assert 'source: "assets/t/a.pdf"' in text and "\nscope: system" not in text
    assert "## H (pages 2–3)\n\nbody" in text
