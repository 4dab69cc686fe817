"""What gives an e-mail away elsewhere."""

import pytest
from knowledge.privacy.email_mentions import MARK, EmailTraces


@pytest.mark.parametrize(
    "sentence",
    [
        "The email says that we take the offer.",
        "According to her email the price is ten euros.",
        "There is an e-mail from Ann Smith.",
        "The subject line was short.",
        "Email from Ann Smith: the contract must be signed.",
    ],
)
def test_a_sentence_that_tells_of_one_is_taken_out(sentence: str) -> None:
    """Those around it stay."""
    traces = EmailTraces()
    assert traces.redacted(f"It is Monday. {sentence} All is well.") == f"It is Monday. {MARK} All is well."
    assert traces.count == 1


def test_a_standing_instruction_about_mails_is_the_users_own() -> None:
    """It tells of none; nor does one that stands behind the mails that it is about."""
    for rule in ("Always prioritize mails from Ann Smith.", "For each email from Ann Smith: always answer."):
        assert EmailTraces().redacted(rule) == rule


@pytest.mark.parametrize(
    "setting",
    [
        "Send the email by SendGrid: the key must be in SENDGRID_API_KEY.",
        "To test an email by Mailpit: SMTP should be on port 1025.",
        "When sending email by Postmark: always set the stream.",
        "The verification email by Resend: links must expire after an hour.",
    ],
)
def test_how_mails_are_sent_is_told_by_none(setting: str) -> None:
    """What the colon behind it leads to is a setting."""
    assert EmailTraces().redacted(setting) == setting


def test_a_speaker_may_show_a_mail() -> None:
    """It opens what is said."""
    assert EmailTraces().redacted("Tool: Email from Ann Smith: the contract must be signed.") == MARK


def test_what_a_mail_said_is_known_again() -> None:
    """Its subject, its sender and its sentences, in a sentence that names no mail."""
    traces = EmailTraces()
    traces.take(["From: Ann Smith <ann@acme-corp.de>\nSubject: Re: The blue offer\n\nWe take it for ten euros."])
    for sentence in ("Ann Smith agreed.", "It is about the blue offer.", "So: we take it for ten euros!"):
        assert traces.redacted(sentence) == MARK
    assert traces.redacted("The red offer stands.") == "The red offer stands."


def test_one_word_is_anybodys() -> None:
    """As a subject, or as whom it is to; as who sent it, it gives the e-mail away."""
    traces = EmailTraces()
    traces.take(["From: Karla <k@acme-corp.de>\nTo: Anna\nSubject: Rent\n\nCall me."])
    for sentence in ("Anna: The rent is 900 EUR.", "The current one ends in May."):
        assert traces.redacted(sentence) == sentence
    assert traces.redacted("Karla wants 950 EUR.") == MARK
