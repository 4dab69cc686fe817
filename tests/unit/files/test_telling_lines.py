"""What of a summary's lines tells most."""

import pytest
from knowledge.files.telling_lines import telling_first

BACKGROUND = "- The vats were bought in 2011. They hold 4,000 litres each."


@pytest.mark.parametrize(
    "news",
    [
        "- From March on we make no Tilsiter any more.",
        "- The cellar goes to the cheese of the Alps instead.",
        "- Decision: The cellar is let.",
        "- Ab März machen wir Bergkäse.",
    ],
)
def test_of_one_day_what_came_of_it_is_told_before_what_led_to_it(news: str) -> None:
    """Measured before: the index told the background, whose numbers stood first. Of two days the newer is told."""
    then, now = f"{BACKGROUND} (2026-03-04)", f"{news} (2026-03-04)"
    assert telling_first([then, now])[0] == now
    assert telling_first([then, f"{news} (2026-03-03)"])[0] == then


def test_what_a_person_wrote_stays_in_its_order() -> None:
    """It is of no day."""
    lines = ["The vats hold 4,000 litres.", "From March on we make Bergkäse."]
    assert telling_first(lines) == lines
