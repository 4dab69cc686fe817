"""What a file really is, judged by its content."""

import io
import zipfile

import pytest
from knowledge.documents import media_types, parse
from knowledge.documents.media_types import declared_kind, kind_of
from knowledge.errors import Invalid


def office(member: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(member, "<x/>")
    return file.getvalue()


FILES = [
    ("a.txt", b"junk %PDF-1.7", media_types.PDF),
    ("a.txt", office("word/document.xml"), media_types.DOCX),
    ("a.docx", office("xl/workbook.xml"), media_types.XLSX),
    ("a.docx", office("anything"), "application/zip"),
    ("a.md", b"\x89PNG\r\n\x1a\n" + bytes(64), "image/png"),
    ("a.csv", b'{"a": 1}', media_types.JSON),
    ("a.csv", b'{"a": 1}\n{"a": 2}\n', media_types.JSONL),
    ("a.txt", b"<!doctype html><p>hi", media_types.HTML),
    ("a.md", b"<!doctype html><p>hi", media_types.MARKDOWN),
    ("a.md", b"plain words", media_types.MARKDOWN),
    ("a", b"# Title\n\nwords", media_types.MARKDOWN),
    ("a", b"plain words", media_types.TEXT),
]


@pytest.mark.parametrize(("name", "content", "kind"), FILES, ids=[f"{name} is {kind}" for name, _, kind in FILES])
def test_content_decides(name: str, content: bytes, kind: str) -> None:
    """A name chooses among kinds of text alone; a page is one under any name but Markdown's, which may hold HTML."""
    assert kind_of(name, content, None) == kind


def test_sound_that_looks_like_text_is_sound() -> None:
    """Silence can look like text of two bytes a letter; what is only said to be sound is what it is."""
    silence = b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x00" * 500
    assert kind_of("a.mp3", silence, "audio/mpeg") == "audio/mpeg"
    assert kind_of("a.mp3", b"plain words", "audio/mpeg") == media_types.TEXT
    assert kind_of("a.svg", b"<svg xmlns='x'><text>words</text></svg>", "image/svg+xml") == media_types.TEXT


def test_a_name_counts_before_a_declared_type() -> None:
    """Parameters of the type are no part of it, and an unknown one says nothing."""
    assert declared_kind("a.TSV", "text/html") == media_types.CSV
    assert declared_kind("a.bin", "Text/HTML; charset=utf-8") == media_types.HTML
    assert declared_kind("a.bin", "image/png") is None


def test_a_damaged_archive_says_what_to_do() -> None:
    """Save it again."""
    with pytest.raises(Invalid, match="save it again"):
        kind_of("a.docx", b"PK\x03\x04 and then nothing", None)


def test_true_kind_wins_over_name_and_content_type() -> None:
    """A page named .txt, a JSON named .csv and text named .pdf are read as what they are."""
    assert parse("a.txt", b"<!doctype html><h1>Hi</h1>").media_type == "text/html"
    assert parse("a.csv", b'[{"a": 1}]', "text/csv").media_type == "application/json"
    assert parse("a.pdf", b"only some words", "application/pdf").media_type == "text/plain"
