"""E-mails that a tenant has kept."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content.kept_emails import opened, own_words
from knowledge.usecases.record_event.content.sanitizing import cleaned

from tests.support.events import by_rules, event

HEADER = "From: Ute Brandt, harbour office\nTo: Jon\nSubject: Berths\nDate: Tue, 3 Feb 2026 09:00:00 +0100"
MAIL = f"{HEADER}\n\nHi,\nit is 40."


def test_a_header_is_told_apart_from_what_the_mail_says() -> None:
    """Its subject is the title, its date when it was."""
    mail = cleaned(event(content=MAIL, kind="integration"), keeps_emails=True)
    assert (mail.title, mail.text, mail.emails) == ("Berths", "Hi,\nit is 40.", 0)
    assert (mail.at.isoformat(), mail.metadata["from"]) == ("2026-02-03T08:00:00+00:00", "Ute Brandt, harbour office")
    assert mail.header == "From: Ute Brandt, harbour office · To: Jon · Date: Tue, 3 Feb 2026 09:00:00 +0100"


@pytest.mark.parametrize(
    "header",
    [
        "Von: Ute Brandt\nGesendet: Dienstag, 3. Februar 2026 09:00\nAn: Jon\nBetreff: Liegeplätze",
        "De : Ute Brandt\nEnvoyé : mardi 3 février 2026 09:00\nÀ : Jon\nObjet : Liegeplätze",
        "Da: Ute Brandt\nInviato: martedì 3 febbraio 2026 09:00\nA: Jon\nOggetto: Liegeplätze",
        "Van: Ute Brandt\nVerzonden: dinsdag 3 februari 2026 09:00\nAan: Jon\nOnderwerp: Liegeplätze",
    ],
)
def test_a_header_may_be_in_the_language_of_who_printed_it(header: str) -> None:
    """Else its lines would be what the mail says."""
    for end in ("\n", "\r\n"):
        mail = opened(f"{header}\n\nA: 40.".replace("\n", end), {})
        assert (mail.content, mail.metadata["title"], mail.metadata["from"]) == ("A: 40.", "Liegeplätze", "Ute Brandt")
        assert "To: Jon · Date: " in mail.header and "2026 09:00" in mail.header
        assert mail.metadata["date"] == "2026-02-03"


def test_what_the_caller_says_of_it_stays() -> None:
    """As with every other event."""
    assert opened(MAIL, {"title": "Prices"}).metadata["title"] == "Prices"


def test_a_date_in_other_words_is_none() -> None:
    """The event is of when it came, or of when the caller says."""
    mail = opened(MAIL.replace("Tue, 3 Feb 2026 09:00:00 +0100", "on Tuesday"), {})
    assert "date" not in mail.metadata and mail.header.endswith(" · Date: on Tuesday")


@pytest.mark.parametrize(
    "content",
    [
        "Ann: From here on it is 40.",
        "From: Ann\n\nIt is 40.",
        "Van: It is 40.\nAn: From May?\n\nVan: From May.",
        "It is 40.\n\nFrom: Ann\nTo: Jon",
        {"from": "Ann"},
        "",
    ],
)
def test_other_content_is_as_it_was(content: Any) -> None:
    """Also a line that begins as a header does."""
    assert opened(content, {}) == (content, {}, "")


MIME = """Return-Path: <news@pump.example>
From: =?UTF-8?Q?J=C3=BCrgen_Gro=C3=9F?= <j@pump.example>
Subject: =?utf-8?B?UHJlaXNlIGbDvHIgRMO8c2Vu?=
Content-Type: multipart/alternative; boundary="b1"

--b1
Content-Type: text/html; charset="utf-8"

<p>They cost 8,400.</p>
--b1
Content-Type: text/plain; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

The D=FCsen cost 8,400 EUR, deli=
very on 3 May.
--b1--
"""


def test_a_mail_as_it_was_sent_is_decoded() -> None:
    """Each of its headers, and the marks of its parts, were findings."""
    mail = opened(MIME, {})
    assert mail.content.strip() == "The Düsen cost 8,400 EUR, delivery on 3 May."
    assert (mail.metadata["title"], mail.header) == ("Preise für Düsen", "From: Jürgen Groß <j@pump.example>")


@pytest.mark.parametrize(
    "content",
    [
        "From: =?foo?Q?a=ff?=\nSubject: =?utf-8?B?%%%?= x\n\nHi é",
        "From: a\nSubject: b\nContent-Type: text/plain; charset=bad\nContent-Transfer-Encoding: base64\n\nHi é",
        "From: =?utf-8?b?a?=\nSubject: b\n\nHi é",
    ],
)
def test_a_mail_that_cannot_be_decoded_stays_as_it_is(content: str) -> None:
    """It may be all that there is."""
    assert opened(content, {}).content.endswith("Hi é")


ORIGINALS = [
    "-----Original Message-----\nFrom: Jon Reil\nSent: Monday, 9 February 2026 10:12\nSubject: Cable\n\nIt is 235 m.",
    "Von: Jon Reil\nGesendet: Montag, 9. Februar 2026 10:12\nAn: Ute\nBetreff: Kabel\n\nIt is 235 m.",
    "*From:* Jon Reil\n*To:* Ute\n*Subject:* Cable\n\nIt is 235 m.",
    "On Mon, 9 Feb 2026 at 10:12, Jon Reil <jon@x.org> wrote:\n\nIt is 235 m.",
]


@pytest.mark.parametrize("original", ORIGINALS)
def test_what_a_mail_answers_is_not_what_it_says(original: str) -> None:
    """It was said before: what the answer corrected was told as what is so since."""
    answer = "The cable is 210 m long.\n\n"
    assert own_words(f"{answer}{original}", "RE: Cable").strip() == answer.strip()


@pytest.mark.parametrize(
    ("greeting", "close"),
    [
        ("Hello Lea,", "Regards\nNils"),
        ("Dear team,", "Mit freundlichen Grüßen\nUte Berg\n\nBergholz GmbH, HRB 12345"),
        ("Liebe Ute,", "Viele Grüße, Karl"),
        ("", "-- \nNils Roth\nThis e-mail is confidential."),
        ("Hi,", ""),
    ],
)
def test_who_is_greeted_and_who_signs_is_no_statement(greeting: str, close: str) -> None:
    """Names, addresses of firms and disclaimers became facts and pages; a postscript is said."""
    assert (
        own_words(f"{greeting}\n\nThe cable is 210 m long.\n\n{close}", "Cable").strip() == "The cable is 210 m long."
    )
    mail = f"{greeting}\n\nThe cable is 210 m long.\n\n{close}\n\nP.S. It is red."
    assert "P.S. It is red." in own_words(mail, "Cable")


def test_thanks_above_more_are_no_close() -> None:
    """What follows is the mail itself."""
    rest = "\n".join(f"The cable {n} is red." for n in range(20))
    assert "The cable 19 is red." in own_words(f"Hi,\nThe cable is 210 m long.\nThanks,\n\n{rest}", "Cable")


@pytest.mark.parametrize("original", ORIGINALS)
def test_what_is_passed_on_is_what_a_mail_says(original: str) -> None:
    """As its subject tells, or few words above it."""
    for text, title in ((f"It is about our cable.\n\n{original}", "Fwd: Cable"), (f"FYI\n\n{original}", "Cable")):
        assert own_words(text, title) == text


def test_a_sender_in_a_text_opens_no_mail() -> None:
    """A header has a subject, too, and its sender first."""
    text = "The form has the fields\nSubject: the matter\nFrom: who asks\n\nThe cable is 210 m long."
    assert own_words(text, "Form") == text
    assert own_words("From: May on it is 40.\n\nAnd no longer 30.", "Form").endswith("30.")


def test_what_a_mail_answers_is_no_statement(embedder: OnnxEmbedder) -> None:
    """It stands in the description alone."""
    mail = cleaned(event(content=f"{MAIL}\n\n{ORIGINALS[1]}", kind="conversation"), keeps_emails=True)
    assert "235" in mail.text and "235" not in str(by_rules(mail, embedder))


@given(st.text() | st.text().map("From: =?utf-8?q?a?= {}\nSubject: b\nContent-Transfer-Encoding: base64\n\nx".format))
def test_any_text_can_be_opened(text: str) -> None:
    """And stands in what comes out, whatever it holds."""
    content, metadata, header = opened(text, {})
    assert content == text or ("from" in metadata and header)
