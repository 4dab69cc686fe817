"""What is kept of files that agents send."""

import pytest
from knowledge.privacy.attachments import redacted, shareable

LINE = "Café: the password is Hunter2Heron.\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_redacted_in_its_own_encoding(encoding: str) -> None:
    """Its line ends stay, too."""
    assert (
        redacted(LINE.encode(encoding), "secrets").decode(encoding) == "Café: the password is [redacted:password].\r\n"
    )


@pytest.mark.parametrize(
    "content", [b"%PDF-1.4\n" + LINE.encode(), b"PK\x03\x04" + bytes(range(256)) * 4, b"a\xff\xe9"]
)
def test_what_is_no_text_or_has_no_secret_stays_byte_for_byte(content: bytes) -> None:
    """Nothing can be replaced in the one, and there is nothing to replace in the other."""
    assert redacted(content, "all") is content


@pytest.mark.parametrize("of_agent", [False, True])
def test_personal_data_is_redacted_in_an_agents_text_where_all_is(of_agent: bool) -> None:
    """Secrets are in anybody's, unless nothing is."""
    text = "The password is Hunter2Heron, ask harbour@heron-freight.io."
    without = "The password is [redacted:password], ask harbour@heron-freight.io."
    every = "The password is [redacted:password], ask [redacted:email]."
    assert shareable("off", of_agent=of_agent)(text) == text
    assert shareable("secrets", of_agent=of_agent)(text) == without
    assert shareable("all", of_agent=of_agent)(text) == (every if of_agent else without)
