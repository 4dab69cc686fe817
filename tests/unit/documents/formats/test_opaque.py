"""Files without text."""

import pytest
from knowledge.documents import parse_safely

from tests.support.documents import archived


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
