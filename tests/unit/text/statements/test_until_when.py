"""From when on something is so, and until when what it changes."""

import pytest
from knowledge.text.statements.until_when import holds_after


@pytest.mark.parametrize(
    "text",
    [
        "The ski lift carries 1,100 people an hour. It was last greased on 4 April.",
        "Der Ofen fasst 60 Brote. Er wurde am 14. Februar gewartet.",
        "Le four contient 80 pains. Il a été nettoyé le 3 mai.",
        "El barco lleva 40 personas. Fue revisado el 3 de mayo.",
        "The fee was raised to 72 EUR on 4 April.",
        "The ferry carries 300 cars. In January it was painted.",
    ],
)
def test_when_something_was_done_is_no_day_to_come(text: str) -> None:
    """Measured before: `until 2027-04-04` of what a lift carried before it was greased last April."""
    assert holds_after(text, "2026-11-20") == "2026-11-20"


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("The fee is 72 EUR. It applies on 1 April.", "2027-04-01"),
        ("From 1 April the fee is 72 EUR.", "2027-04-01"),
        ("The fee was raised to 72 EUR on 1 December.", "2026-12-01"),
        ("In January the ferry carries 300 cars.", "2027-01-01"),
    ],
)
def test_what_begins_on_a_day_holds_from_then_on(text: str, since: str) -> None:
    """Also where it was decided already, and the day is near."""
    assert holds_after(text, "2026-11-20") == since
