"""Who sent an e-mail is told by no part of the name either."""

import pytest
from knowledge.privacy.email_senders import common_words, sender_names
from knowledge.privacy.emails import MARK, without_emails

IN_PROSE = "You have one mail. From: Petra Kunz <petra@kunz.example>, Subject: Contract renewal. She wants a discount."
CUT = "From: Petra Kunz <petra@kunz.example>\nSubject: Contract\n\nI want a discount."


def test_a_name_stands_before_an_address_or_behind_its_field() -> None:
    """One word may be a service's."""
    assert sender_names(IN_PROSE) == sender_names(CUT) == {"Petra", "Kunz"}
    assert sender_names('From: "Ana-Luz Gomez"') == {"Ana", "Luz", "Gomez"}
    assert not sender_names("From: GitHub <noreply@github.example>") and not sender_names("from the Big Apple")


@pytest.mark.parametrize("mail", [IN_PROSE, CUT])
def test_a_sentence_that_names_the_sender_goes(mail: str) -> None:
    """In another text, too; what names nobody stays."""
    rules = ["Always answer Petra within one day.", "Always answer customers within one day."]
    assert without_emails([*rules, mail]).value[:2] == [MARK, rules[1]]


def test_what_is_written_small_elsewhere_is_no_name() -> None:
    """Addresses aside, which are of names."""
    assert common_words(["the cloud of petra@kunz.example"]) == {"The", "Cloud", "Of"}
    mail = CUT.replace("Petra Kunz", "Acme Cloud")
    assert without_emails([mail, "It is in the cloud.", "Cloud costs rise."]).value[1:] == [
        "It is in the cloud.",
        "Cloud costs rise.",
    ]
