"""E-mails are cut out of texts, and nothing tells of them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.privacy.emails import MARK, without_emails

MAIL = (
    "From: Bob Miller <bob@acme.example>\nTo: ann@shop.example\nSubject: Re: Merger with Zeta\n\nIt closes on Friday."
)

EMAILS = {
    "headers": MAIL,
    "headers in bold": "**From:** Bob Miller\n**Subject:** Merger with Zeta\n\nIt closes on Friday.",
    "quoted headers": "> From: Bob Miller\n> Date: today\n>\n> The merger with Zeta closes on Friday.",
    "a subject and a greeting": "Subject: Merger with Zeta\n\nHi Ann,\nit closes on Friday, says Bob Miller.",
    "a subject and a German close": "Betreff: Merger mit Zeta\n\nEr kommt Friday.\n\nViele Grüße\nBob Miller",
    "a subject that answers": "Subject: Re: Merger with Zeta\n\nIt closes on Friday, says Bob Miller.",
    "a subject and when it was sent": "Subject: Merger with Zeta\nDate: 3 Feb 2026 10:00 +0100\n\nIt closes on Friday.",
    "a subject and an address": "Subject: Merger with Zeta\n\nBob Miller, bob@acme.example: it closes on Friday.",
    "forwarded": "---------- Forwarded message ---------\nBob Miller: the merger closes on Friday",
    "answered": "Fine by me, Bob Miller.\n\nOn Tue, 3 Feb 2026, Bob Miller <bob@acme.example> wrote:\n> Friday?",
    "German": "Von: Bob Miller\nBetreff: Merger with Zeta\n\nAm Friday.",
    "a letter": "Dear Ann,\n\nthe merger closes on Friday.\n\nKind regards,\nBob Miller",
    "in one line": "From: bob@acme.example Subject: Merger with Zeta. Hi, it closes on Friday. Best Bob",
    "in one line, by a name": "Subject: Merger with Zeta. From: Bob Miller. It closes on Friday.\nBest\nBob",
    "tagged": "<email id='7'>Bob Miller: merger on Friday</email>",
    "JSON": json.dumps({"from": "Bob Miller", "subject": "Merger", "body": "Friday"}),
    "JSON in a text": 'Result: {"from": "Bob Miller", "subject": "Merger", "snippet": "on Friday"} (1 row)',
    "a list of them": json.dumps([{"sender": "Bob Miller", "subject": "Merger", "text": "Friday"}]),
}
TELLING = ("Bob", "Miller", "erger", "Zeta", "Friday", "acme")


@pytest.mark.parametrize("text", EMAILS.values(), ids=EMAILS.keys())
def test_an_email_is_cut_out(text: str) -> None:
    """Whatever it looks like, neither sender, subject nor body is left, and it is counted."""
    cleaned = without_emails(text)
    assert not any(word in cleaned.value for word in TELLING)
    assert cleaned.emails == 1 and MARK in cleaned.value


@pytest.mark.parametrize("text", EMAILS.values(), ids=EMAILS.keys())
def test_the_conversation_around_an_email_is_kept(text: str) -> None:
    """It reaches to the next speaker."""
    cleaned = without_emails(f"User: The port is 8090.\n\nAssistant: {text}\n\nUser: We sell tea in 40 shops.")
    assert not any(word in cleaned.value for word in TELLING)
    assert "The port is 8090." in cleaned.value and "We sell tea in 40 shops." in cleaned.value


@pytest.mark.parametrize(
    "sentence",
    [
        "Bob Miller needs an answer.",
        "Tell bob@acme.example that we agree.",
        "The Merger with Zeta is news to me.",
        "So it closes on Friday.",
        "The email says that we have lost.",
        "In his email he agrees to all of it.",
        "There is an email from my boss about the budget.",
        "She emailed me that the budget is cut.",
        "The email reads: the budget is cut.",
        "The mail body reads the budget is cut.",
        "The mail gateway reads its queue, and the email says that the budget is cut.",
        "The mail server says nothing, but her email says that the budget is cut.",
        "The email reminder says that the budget is cut.",
        "The email below asks the directory for the budget.",
        "The email was signed by Bob, who cut the budget.",
        "An email was sent by Carla about the budget.",
        "The subject is that the budget is cut.",
        "The mail came late; it says that the budget is cut.",
        "I have an e-mail from BOB about the budget.",
        "The mails from Carla were sent by SMTP.",
        "Bob told us by mail that the budget is cut, without asking Carla.",
        "An email without a subject asks whether the budget is cut.",
        "The e-mails are sent by Bob, who cut the budget.",
    ],
)
def test_a_sentence_that_tells_of_an_email_goes(sentence: str) -> None:
    """By its sender, subject or words, or because it reports what one says."""
    cleaned = without_emails(f"User: Look.\n{MAIL}\n\nAssistant: {sentence} The shop has 40 teas.")
    assert sentence not in cleaned.value and "The shop has 40 teas." in cleaned.value


def test_a_subject_that_somebody_shows_is_an_emails() -> None:
    """In a talk it is pasted; a text of its own may begin with one."""
    mail = "Subject: Merger with Zeta\n\nIt closes on Friday, says Bob Miller."
    shown = without_emails(f"User: The port is 8090.\nAssistant: {mail}")
    assert "Merger" not in shown.value and shown.emails == 1
    assert without_emails(mail).value == mail


@pytest.mark.parametrize(
    "text",
    [
        "Always prioritize emails about invoices.",
        "Emails with attachments are rejected by the gateway.",
        "The confirmation email must contain the order number.",
        "The sign-up form validates the email address with a regular expression.",
        "From: and To: are fields of the export.",
        "Date: 2026-02-03\nStatus: deployed",
        "commit 4552a62\nAuthor: Ann\nDate:   Tue Feb 3\n\n    Merge files",
        "Hi there, we decided to use Postgres.",
        "The mail gateway reads its certificate only at start.",
        "The email worker reads the list of its senders at start.",
        "The mail gateway asks the directory for each recipient.",
        "Our mail server says 550 when the mailbox is full.",
        "Emails are validated by Pydantic.",
        "E-mail addresses are normalised by EmailNormaliser.",
        "emails.py was written by a generator, and /var/log/mail.log is read by the Importer.",
        "The commit subject is always the number of the checkpoint.",
        "Hash the user's primary key, email (if available), and some user state of the day.",
        "Mails are read from the queue one at a time.",
        "Never deploy the mail service on a Friday without asking Anna.",
        "Never send the test mail from production without asking Anna.",
        "Phone number isn't obligatory any more, only the mail; the store asks for it at move-in.",
        "One e-mail per finished job remains the rule; farmers told us plainly.",
        "E-mails are sent by Postwren, 14 per second at most.",
        "Send the test mails from staging, straight by SMTP from the pod.",
        "Tell the house manager by phone, never by mail.",
        "Price to: 40\nPrice from: 20",
        "Best John ever did.",
        "Date range from: Monday to: Friday, topic: the budget.",
        '{"subject": "math", "grade": 1}',
        "Subject: Humidity in the tower\n\nThe gallery has 48 to 81 %.\nFindings\nThe floor is the source.",
        "Subject: tower humidity. The gallery has 48 to 81 %.",
        "# Humidity\n\nSubject: the tower. The gallery has 48 to 81 %.",
        "**Subject:** Kiln 3\n**Date:** 3 May\n\nIt cracked at 1,240 degrees.",
        "Betreff: Stimmung im Kloster\nDatum: 4. November\nDie Orgel steht auf 441 Hz.",
        "- Subject: roof of shed 2\n- Date: today\n\nBen orders tiles.",
        "",
    ],
)
def test_what_is_no_email_is_kept(text: str) -> None:
    """Rules about e-mails, and what only looks a little like one."""
    cleaned = without_emails(text)
    assert (cleaned.value, cleaned.emails) == (text, 0)


@pytest.mark.parametrize(
    "close",
    ["Best John", "Kind regards, John Smith", "Thanks, John.", "Viele Grüße Anna", "Cordialement, Marie", "LG Tom"],
)
def test_a_signature_goes_with_its_email(close: str) -> None:
    """Behind a sentence that tells of an e-mail; elsewhere it may be said of anything."""
    cleaned = without_emails(f"The email from John says that the budget is cut. {close}")
    assert cleaned.value == f"{MARK} {MARK}"
    assert without_emails(f"The shop has 40 teas. {close}").value == f"The shop has 40 teas. {close}"


def test_what_stands_before_an_email_in_its_line_is_kept() -> None:
    """The e-mail reaches from its header to the end of what its speaker says."""
    cleaned = without_emails("We sell 40 teas. See: From: bob@acme.example Subject: Budget. It is 40k. Best Bob")
    assert cleaned.value == f"We sell 40 teas. See: {MARK}"


def test_the_context_gives_emails_away() -> None:
    """What an e-mail elsewhere says is recognised here."""
    cleaned = without_emails({"said": "So Bob Miller agrees. The port is 8090."}, context=[MAIL])
    assert cleaned.value == {"said": f"{MARK} The port is 8090."}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_any_json_keeps_its_shape(value: Any) -> None:
    """No input raises, and what has no sign of an e-mail is unchanged."""
    cleaned = without_emails(value)
    assert cleaned.emails or MARK in str(value) or json.dumps(cleaned.value) == json.dumps(value) or _holds_json(value)


def _holds_json(value: Any) -> bool:
    return any(sign in str(value) for sign in "{[")


@given(st.text(alphabet='From:Subject> \n{}"wrote<email>.@', max_size=3000))
def test_no_text_raises(text: str) -> None:
    """Signs of e-mails in any order are read."""
    assert isinstance(without_emails(text).value, str)
