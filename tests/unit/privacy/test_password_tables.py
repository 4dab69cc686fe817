"""Passwords in the tables of Markdown."""

import pytest
from knowledge.privacy.secrets import redact

from tests.support.linear import is_linear


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("| Password | sunflower |", "sunflower"),
        ("| Host | db.acme.lan |\n| DB_PASS | `marmalade` |", "marmalade"),
        ("| user | password |\n|---|---|\n| demo | juniper |\n| ops | **Herbst22** |", "juniper"),
        ("| user | password |\n|---|---|\n| demo | juniper |\n| ops | **Herbst22** |", "Herbst22"),
        ("Login | Passwort\n:--- | ---:\nkasse | apfelbaum", "apfelbaum"),
        ("| | Staging |\n|---|---|\n| URL | https://x.acme.lan |\n| Password (admin) | kohlrabi |", "kohlrabi"),
        ("Access:\n\n| Servicio | Contraseña |\n|--|--|\n| VPN | girasol7 |\n\nAsk Ops.", "girasol7"),
        ("| Service | Mot de passe |\n|--|--|\n| caisse | coquelicot |", "coquelicot"),
    ],
)
def test_a_word_below_or_beside_the_name_of_a_password_is_one(text: str, secret: str) -> None:
    """And only its cell is replaced."""
    redacted = redact(text)
    assert secret not in redacted and len(redacted.split("|")) == len(text.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "| Field | Type |\n|---|---|\n| user | string |\n| password | string |",
        "| user | text |\n| password | varchar |",
        "| Password | required |",
        "| Password | at least 8 characters |",
        "| Action | Role |\n|---|---|\n| Change password | owner |",
        "| Variable | Default |\n|---|---|\n| DB_USER | shop |\n| DB_PASSWORD | shop |",
        "| Login | Password | SSO |\n|---|---|---|\n| admins | yes | yes |\n| guests | hidden | hidden |",
        "| User | Password |\n|---|---|\n| ann | vault |\n| ben | vault |",
        "| User | Password |\n|---|---|\n| ann | $DEMO_PW |\n| ben | (see wiki) |",
        "| Method | Password | Key |\n|---|---|---|\n| speed | quick | slow |",
        "if a | password | other:",
    ],
)
def test_what_a_table_tells_about_passwords_is_none(text: str) -> None:
    """Types, rules, what several rows say, and tables that do not tell whose it is."""
    assert redact(text) == text


def test_many_rows_take_linear_time() -> None:
    """With a heading or without one."""
    for part in ("| password | juniper |\n", "| user | password |\n|---|---|\n", "| password "):
        assert is_linear(redact, part, length=20_000)
