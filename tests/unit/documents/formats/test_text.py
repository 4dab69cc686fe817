"""Markdown and other text."""

import pytest
from knowledge.documents import Section, Span, parse


def test_markdown_keeps_its_text_and_takes_its_title() -> None:
    """Markdown is kept as it is below its frontmatter."""
    document = parse("a.md", b"---\ntags: [x]\n---\n# Guide\n\ntext\n")
    assert document.title == "Guide"
    assert list(document.sections) == [Section("# Guide\n\ntext\n", (), Span("line", 4, 6))]


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: a: b\n---\n",
        "+++\ntitle = 'b'\n+++\n",
        "\n---\ntitle: b\n...\n",
        "---\n" + "a: b\n" * 2000 + "---\n",
    ],
)
def test_front_matter_of_any_form_is_no_text(front: str) -> None:
    """The same is front matter of an upload as of a file, and longer than a file's may be."""
    document = parse("a.md", f"{front}# Guide\n".encode())
    assert [section.markdown for section in document.sections] == ["# Guide\n"]
    assert document.metadata["frontmatter"] == front


def test_text_between_two_rules_is_text() -> None:
    """It has not the form of fields."""
    [section] = parse("a.md", b"---\nWhat holds.\n---\n# Guide\n").sections
    assert "What holds." in section.markdown
