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
        ("Phone of support: 0171 2345678", "telephone"),
        ("Support phone (nights): 0171/2345678", "telephone"),
        ("Call the hotline on 0800 330 1000.", "telephone"),
        ("Téléphone du support : 01 44 55 66 77", "telephone"),
        ("Ring Tom at 0171 2345678 if it burns.", "telephone"),
        ("If the line stops, dial 01 44 55 66 77", "telephone"),
        ("Rufnummer der Leitstelle: 030 901820", "telephone"),
        ("Telefoon: 020 123 4567", "telephone"),
        ("电话：010 1234 5678", "telephone"),
        ("Fax: (030) 901820", "telephone"),
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
        "Phone of the year: 2026-11-22",
        "the phone of support rings 3 times in 0.5 s",
        "the hotline took 1200300 calls",
        "call the job at 01:30:00 2026",
        "phone (column 3): 1024",
        "we reach 0.95 0.97 0.99 there",
        "ring buffer 1024 2048 4096",
        "ssh -p 2222 -i ~/.ssh/ci deploy@build.acme-corp.de",
        "`ssh deploy@build.acme-corp.de`",
    ],
)
def test_what_is_nobodys_stays(text: str) -> None:
    """Wrong check digits, versions, machines' addresses and those of documentation."""
    assert without_personal_data(text) == text
