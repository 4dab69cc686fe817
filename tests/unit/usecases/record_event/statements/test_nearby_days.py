"""The days that an event names by their weekdays, or as tomorrow."""

from datetime import date

import pytest
from knowledge.usecases.record_event.statements.nearby_days import nearby_days

TUESDAY = date(2026, 6, 30)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("He starts tomorrow.", [1]),
        ("Wir haben gestern geschlossen, morgen ist offen.", [-1, 1]),
        ("Done on Wednesday.", [-6, 1]),
        ("Le stage commence vendredi.", [-4, 3]),
        ("El sábado no abrimos.", [-3, 4]),
        ("We meet on Tuesdays.", [-7, 7]),
        ("Beczki przyjechały we wtorek, a w sobotę nie pracujemy.", [-7, -3, 4, 7]),
        ("På onsdagen kommer lastbilen.", [-6, 1]),
        ("Między środą a sobotą, po wtorku, przed piątkiem i niedzielą.", [-7, -6, -4, -3, -2, 1, 3, 4, 5, 7]),
        ("Last night the pump failed.", [-1]),
        ("It begins in the autumn.", []),
    ],
)
def test_a_day_within_a_week_is_known_by_its_name(text, days):
    """Which of the two that are called so is meant, a reader knows; both are the event's."""
    assert sorted((day - TUESDAY).days for day in nearby_days(text, TUESDAY)) == days
