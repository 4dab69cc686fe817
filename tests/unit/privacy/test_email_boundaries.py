"""Where an e-mail begins in a text, and how far it reaches."""

import pytest
from knowledge.privacy.email_boundaries import cut, is_email
from knowledge.privacy.email_mentions import MARK, EmailTraces


@pytest.mark.parametrize(
    "mail",
    [
        "From: ann@acme-corp.de\nSubject: The offer\n\nWe take it.",
        "Hi Bob,\n\nwe take the offer.\n\nBest regards,\nAnn",
        "-----Original Message-----\nwe take the offer",
        "Sounds good.\n\nOn Monday, Ann Smith <ann@acme-corp.de> wrote:\n> we take the offer",
    ],
)
def test_a_mail_reaches_to_the_next_speaker(mail: str) -> None:
    """By its header, its greeting and close, a forward or reply mark."""
    traces = EmailTraces()
    assert cut(
        f"User: read this\nTool:\n{mail}\nUser: thanks", traces
    ) == f"User: read this\nTool:{MARK}\nUser: thanks" or (
        traces.count == 1 and "offer" not in cut(f"User: read this\nTool:\n{mail}\nUser: thanks", EmailTraces())
    )


def test_what_only_looks_like_one_stays() -> None:
    """A greeting without a close, a field without another, an object without a subject."""
    text = 'User: Hello there,\nplease fix it.\nto: do\n{"from": "a", "to": "b"}'
    assert cut(text, EmailTraces()) == text
    assert not is_email({"from": "a", "to": "b"}) and is_email({"Subject": "x", "body": "y"})


def test_a_memo_is_no_mail() -> None:
    """It is to and from names alone, with neither an address, a subject nor a greeting with a close."""
    memo = "To: the team and our two angels\nFrom: Nadia Verhoeven\n\nWe had 58 paying customers at the end of October."
    assert cut(memo, EmailTraces()) == memo
    mail = memo.replace("Nadia Verhoeven", "Nadia Verhoeven <nadia@acme-corp.de>")
    assert "58" not in cut(mail, EmailTraces())


MAIL = "From: Karl Maier <karl@acme-corp.de>\nSubject: Rent\n\nHallo Ann,\n\nI want 950 EUR."


@pytest.mark.parametrize("close", ["Best, Karl", "Kind regards,\nKarl", "Viele Grüße\nKarl Maier"])
def test_behind_its_senders_signature_who_spoke_before_goes_on(close: str) -> None:
    """In a talk of people with names, at a new paragraph; each e-mail of it is cut by itself."""
    talk = (
        "Ann: The rent is 900 EUR.\n\n{0}\n\nAnn: I told him no.\nCleo: He will not like it.\n\n{0}\n\nAnn: I see it."
    )
    traces = EmailTraces()
    assert cut(talk.format(f"{MAIL}\n{close}"), traces) == talk.format(MARK) and traces.count == 2


@pytest.mark.parametrize(
    "text",
    [
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\n\nDeadline: We sign the papers.",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nBest, Karl\n\nPS: We sign the papers.",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nBest, Karl\nNote: We sign the papers.",
        f"The rent is 900 EUR.\n\n{MAIL}\nBest, Karl\n\nNote: We sign the papers.",
        f"Tool: The rent is 900 EUR.\n\n{MAIL}\nBest, Karl\n\nNote: We sign the papers.",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\n\nAnn: You sign the papers.\n\nBest, Karl",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nBest, Karl\n\nDisclaimer: We sign the papers.",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nthank you\n\nAnn: You sign the papers.",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nThanks, Karl\n\nAnn: You sign the papers.\n\nBest,\nKarl",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nThanks, Karl\n\nAnn: You sign the papers.\n\nYours KM",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nThanks, Eva\n\nAnn: You sign the papers.",
        f"Ann: The rent is 900 EUR.\n\n{MAIL}\nDear Karl,\n\nAnn: You sign the papers.",
    ],
)
def test_what_may_be_the_mails_own_goes_with_it(text: str) -> None:
    """Whatever stands above its last close, in a footer or a postscript, and all where its sender did not sign."""
    assert "papers" not in cut(text, EmailTraces())
