"""Whether an event bears out what a model says of it."""

import pytest
from knowledge.usecases.record_event.statements.bearing_out import is_borne_out

TALK = "Priya: The late evening is Thursday now, until eight. A follow-up is £57."
PAGES = "Opening hours (operations): Hollin Lane Physiotherapy opens late on Tuesdays."
RUNDE = (
    "Ute: Die Montage kostet jetzt 74 die Stunde, das hat der Obermaier gefragt. Von privat verlangen wir die Hälfte.\n"
    "Jelena: Die Kunden fragen nach der Küche in der Ausstellung, und der Toni sagt, dass die Farbe hält."
)


@pytest.mark.parametrize(
    ("text", "borne_out"),
    [
        ("Hollin Lane Physiotherapy opens late on Thursday until eight.", True),
        ("A follow-up at Hollin Lane costs £57.", True),
        ("Physiotherapy in Leeds opens late on Thursday.", False),
        ("A follow-up costs £59.", False),
    ],
)
def test_a_name_may_stand_in_what_was_shown_beside_the_event(text, borne_out):
    """The model is asked to say whose it is; a figure is the event's own."""
    assert is_borne_out(text, TALK, PAGES) is borne_out


def test_a_figure_of_a_page_is_none_of_the_event():
    """What was so before is not what the event says."""
    assert not is_borne_out("A follow-up costs £55.", TALK, "Prices (finance): A follow-up costs £55.")


@pytest.mark.parametrize(
    ("text", "borne_out"),
    [
        ("Die Montagestunde kostet 74.", True),
        ("Eine gute Haltbarkeit hat die Farbe der Ausstellungsküche.", True),
        ("Der Obermaier zahlt als Kunde gegen Aufpreis.", True),
        ("Die Montage im Kita-Haus kostet 74 die Stunde.", True),
        ("Der Toni sagt bei seinem Besuch, dass die Farbe hält.", True),
        ("Die Montagestunde kostet 75.", False),
        ("Die Montagestunde kostet bei HaulDesk 74.", False),
    ],
)
def test_a_noun_with_a_capital_is_no_name(text, borne_out):
    """Where all nouns have one, only what none is written like may be invented. Measured before: each event in German
    cost a question more, about "Kunde", "Aufpreis" and "Worten", and none of them about a name."""
    assert is_borne_out(text, RUNDE) is borne_out
