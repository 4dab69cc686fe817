"""Passwords that stand bare in a sentence."""

import pytest
from knowledge.privacy import prose_passwords


def redacted(text: str) -> str:
    for rule, replacement in prose_passwords.rules():
        text = rule.replace(text, text.lower(), replacement)
    return text


@pytest.mark.parametrize(
    "text",
    [
        "The password for staging is tulip7garden.",
        "Log in with the password kohlrabi, then restart.",
        "Sign in as ada with kohlrabi.",
    ],
)
def test_a_word_that_can_be_nothing_else_is_a_password(text: str) -> None:
    """By its digits, or where it ends what is said of it."""
    assert "[redacted:password]" in redacted(text)


@pytest.mark.parametrize(
    "text", ["The password is hashed.", "The password was argon2-hashed.", "Use the password manager."]
)
def test_what_tells_what_a_password_is_like_is_none(text: str) -> None:
    """Nor what is done with it."""
    assert redacted(text) == text
