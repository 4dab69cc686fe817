"""A user and a password that are encoded, as Docker and npm keep them."""

import pytest
from knowledge.privacy.secrets import redact


@pytest.mark.parametrize(
    "text",
    [
        '{"auths":{"registry.acme.lan":{"auth":"Ym9iOnN1bmZsb3dlcjc3"}}}',
        '"auth": "dXNlcjpwYXNz"',
        'a log quotes {\\"auth\\": \\"b3BzOm1hcm1hbGFkZQ==\\"}',
        "//npm.acme.lan/:_auth=b3BzOm1hcm1hbGFkZQ==",
        "auth: b3BzOm1hcm1hbGFkZQ==",
    ],
)
def test_what_decodes_to_a_user_and_a_password_is_redacted(text: str) -> None:
    """Whatever the password is like."""
    assert "[redacted:password]" in redact(text)


@pytest.mark.parametrize(
    "text",
    ['"auth": "disabled"', "auth: oauth2", '"auth": "basicauthentication"', "auth = required", '"auth":"c3VuZmxvd2Vy"'],
)
def test_what_decodes_to_anything_else_stays(text: str) -> None:
    """Names of methods, words, and a text without a user."""
    assert redact(text) == text
