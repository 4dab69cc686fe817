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
