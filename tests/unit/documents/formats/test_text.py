"""Markdown and other text."""

from knowledge.documents import Section, Span, parse


def test_markdown_keeps_its_text_and_takes_its_title() -> None:
    """Markdown is kept as it is below its frontmatter."""
    document = parse("a.md", b"---\ntags: [x]\n---\n# Guide\n\ntext\n")
    assert document.title == "Guide"
    assert list(document.sections) == [Section("# Guide\n\ntext\n", (), Span("line", 4, 6))]
