"""What may be remembered of a user."""

import pytest
from knowledge.privacy.messages import refusal


@pytest.mark.parametrize(
    "text",
    [
        "Always prioritize emails about invoices",
        "You are being too verbose",
        "Do not repeat subject lines when you read emails out",
        "Read emails out one by one, and ask before replying",
        "When an email mentions an invoice, put it first",
        "Always put emails from John first",
        "Wants emails from Anna read first",
        "Prefers e-mails grouped by topic",
        "The subject of e-mails is read first",
        "When John's e-mail is urgent, call me",
        "Never answer messages from Peter without asking",
        "The user said that Fridays are free",
        "The team's password policy needs 14 characters",
        "Write to me at anna@fjord.no when a deploy fails",
        "Always cc anna@fjord.no in mails to Siemens",
        "Call me at +47 912 34 567 if the site is down",
        "Anna's e-mail is anna@fjord.no",
        "If an email from John comes in: call me, and never answer it",
        "For every email from Siemens: always cc Anna",
        "Greet with Hi and the first name, close with Best, Anna",
        "Hello! Please always answer in German. Best, John",
        "Hi, always use tabs. Thanks, Jonas",
        "Hallo, bitte immer auf Deutsch. Viele Grüße Anna",
        "If john@acme.com says that it is urgent, call me",
        "Write to anna@fjord.no, as I said",
        "From now on cc anna@fjord.no",
    ],
)
def test_instructions_are_kept(text):
    """What the user wants done is the user's own, also where it is about e-mails and messages."""
    assert refusal(text, standing=True) is None


@pytest.mark.parametrize("standing", [True, False])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Remember this email from John", "e-mail"),
        ("Email from John: the deal closes on Friday", "e-mail"),
        ("John's email said that the merger is off", "e-mail"),
        ("The subject of John's last email was the budget", "e-mail"),
        ("John's last email was about the budget", "e-mail"),
        ("The e-mail from Acme is about an overdue invoice", "e-mail"),
        ("Subject: Q3\nFrom: anna@example.org\n\nRevenue is up", "e-mail"),
        ("Hi Anna,\nplease send the contract.\nBest,\nJohn", "e-mail"),
        ("Hi Jonas, please sign the contract by Friday.\nBest, John", "e-mail"),
        ("Hallo Jonas, bitte unterschreiben. Viele Grüße Anna", "e-mail"),
        ("Remember this email from John: the contract is ready and must be signed by Friday.", "e-mail"),
        ("Email from John: the contract must be signed by Friday", "e-mail"),
        ("Keep this e-mail: the contract should be signed by Friday", "e-mail"),
        ("Good morning Jonas, please sign. Best, John", "e-mail"),
        ("Anna texted that she is leaving the company", "somebody else"),
        ("Message from Peter: call me back", "somebody else"),
        ("My boss wrote that bonuses are cancelled", "somebody else"),
        ("She said the contract ends in May", "somebody else"),
        ("The API key is sk-proj1234567890abcdefghij12", "secret"),
        ("postgres://app:hunter22@db/prod is the database", "secret"),
        ("Book it on card 4111 1111 1111 1111", "number of a card"),
        ("Pay to DE89 3704 0044 0532 0130 00", "number of a card"),
    ],
)
def test_what_others_said_and_secrets_are_not(text, reason, standing):
    """Whatever category it is given as, the reason says which kind it is."""
    assert reason in (refusal(text, standing=standing) or "")


@pytest.mark.parametrize("text", ["The accountant is anna@fjord.no", "Anna has the telephone +47 912 34 567"])
def test_whom_to_write_to_or_call_is_part_of_an_instruction(text):
    """As a fact it is not remembered, and the reason says what it is and what to do."""
    assert refusal(text, standing=True) is None
    reason = refusal(text, standing=False) or ""
    assert "e-mail address or telephone number" in reason and "rule" in reason and "secret" not in reason


@pytest.mark.parametrize("standing", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "The invoice from John (john@acme.com) says the total is 4,000 EUR, pay it",
        "John (john@acme.com) said we will get the budget",
        "John (john@acme.com) said that the launch must be in May",
        "From ann@x-corp.org: the launch must be in May",
        "Forwarded: the launch must be in May, from ann@x-corp.org",
    ],
)
def test_what_the_owner_of_an_address_wrote_is_not(text, standing):
    """Also where it is given as a rule: it is somebody else's word, with the sender."""
    assert "somebody else" in (refusal(text, standing=standing) or "")
