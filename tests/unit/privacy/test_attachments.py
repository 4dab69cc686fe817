"""What is kept of files that agents send."""

import pytest
from knowledge.privacy.attachments import redacted

LINE = "Café: the password is Hunter2Heron.\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_redacted_in_its_own_encoding(encoding: str) -> None:
    """Its line ends stay, too."""
    assert redacted(LINE.encode(encoding)).decode(encoding) == "Café: the password is [redacted:password].\r\n"


@pytest.mark.parametrize(
    "content", [b"%PDF-1.4\n" + LINE.encode(), b"PK\x03\x04" + bytes(range(256)) * 4, b"a\xff\xe9"]
)
def test_what_is_no_text_or_has_no_secret_stays_byte_for_byte(content: bytes) -> None:
    """Nothing can be replaced in the one, and there is nothing to replace in the other."""
    assert redacted(content) is content
