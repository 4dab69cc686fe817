"""Numbers and addresses of persons are taken out of texts, and nothing else is."""

import pytest
from knowledge.privacy.personal_data import without_personal_data


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("card 4111 1111 1111 1111", "card"),
        ("378282246310005", "card"),
        ("4111 1111 1111 1111 12/27 123", "card"),
        ("Row 7 4111 1111 1111 1111", "card"),
        ("DE89 3704 0044 0532 0130 00", "iban"),
        ("ssn 536-90-4399", "ssn"),
        ("write to ann.smith@acme-corp.de", "email"),
        ("+49 30 901820", "telephone"),
        ("call me at 030 901820", "telephone"),
        ("mobile 2010 123 4567", "telephone"),
        ("Téléphone : 06 12 34 56 78", "telephone"),
        ("he uses ssh, ann.smith@acme-corp.de", "email"),
        ("ask about ssh -- ann.smith@acme-corp.de", "email"),
    ],
)
def test_it_is_replaced_by_its_kind(text: str, kind: str) -> None:
    """By check digit, by its country's form, or where it is called one."""
    cleaned = without_personal_data(text)
    assert f"[redacted:{kind}]" in cleaned and cleaned.count("[redacted:") == 1


@pytest.mark.parametrize(
    "text",
    [
        "4111 1111 1111 1112",
        "1 2 3 4 5 6 7 8 9 10 11 12 13",
        "0000000000000000",
        "build 20261122093000123",
        "DE00 3704 0044 0532 0130 00",
        "000-12-3456",
        "git@github.com",
        "noreply@acme-corp.de",
        "you@example.com",
        "1.22.333.4444",
        "it took 030 901820 steps",
        "the mobile 2026-11-22 release",
        "tel: 2026-11-22 12:30",
        "ssh -p 2222 -i ~/.ssh/ci deploy@build.acme-corp.de",
        "`ssh deploy@build.acme-corp.de`",
    ],
)
def test_what_is_nobodys_stays(text: str) -> None:
    """Wrong check digits, versions, machines' addresses and those of documentation."""
    assert without_personal_data(text) == text
