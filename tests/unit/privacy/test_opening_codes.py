"""Codes and phrases that open something."""

import pytest
from knowledge.privacy.secrets import redact


@pytest.mark.parametrize(
    "text",
    [
        "The door code is 4831.",
        "Alarm pin code 4821",
        "The one-time code is 839201 for the login.",
        "The recovery code is 7F3K-99QP-XL2M.",
        "Our 2FA code: 112233",
        "The entry code is 4831-2291.",
        "The recovery code is XKCD-99QP-XLMN.",
        "The recovery code is ABCD-EFGH-1234.",
        "The passphrase of the key is tulip ocean marble kite.",
        "Seed phrase: tulip ocean marble kite river copper",
    ],
)
def test_a_code_that_opens_something_is_a_secret(text: str) -> None:
    """Of digits, of groups, or of words that say nothing of each other."""
    assert "[redacted:p" in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "The error code is 4821.",
        "The verification code has 6 digits.",
        "The recovery code is RFC-4226 compliant.",
        "security code: CVE-2024-12345",
        "The access code is HTTP-403.",
        "The entry code: ISO-8601",
        "The passphrase is asked for when the agent starts.",
        "The passphrase of the key is stored in the vault.",
        "The pin is 13.",
    ],
)
def test_what_is_said_of_a_code_is_none(text: str) -> None:
    """A sentence has words that belong to none."""
    assert redact(text) == text
