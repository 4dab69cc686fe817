"""A name tells that it switches a check off, however it is written."""

import pytest
from knowledge.privacy.switches import checks_switched_off


@pytest.mark.parametrize(
    "text",
    [
        "git push --no-verify",
        "--disable-tls-verification",
        "--dangerously-skip-permissions",
        "codex --yolo",
        "rejectUnauthorized: false",
        "InsecureSkipVerify: true",
        "GIT_SSL_NO_VERIFY=1",
        "PYTHONHTTPSVERIFY=0",
        "http.sslVerify false",
        "ssl_verify => off",
        "core.hooksPath=/dev/null",
        '"ignoreHTTPSErrors": true',
    ],
)
def test_a_check_that_is_switched_off_is_found(text: str) -> None:
    """By a negated name or a negative value, in options, variables and configuration."""
    assert list(checks_switched_off(text))


@pytest.mark.parametrize(
    "text",
    [
        "verify=True",
        "GIT_SSL_NO_VERIFY=0",
        "--no-verify=false",
        "email_verified: false",
        "verify no rows are lost",
        "sslmode=verify-full",
        "core.hooksPath .githooks",
        "npm install --no-audit",
        "aws s3 ls --no-sign-request",
        "allow_signup: true",
    ],
)
def test_what_switches_none_off_is_not(text: str) -> None:
    """What switches it on, another thing of a like name, and prose."""
    assert not list(checks_switched_off(text))
