"""Whether an event bears out what a model says of it."""

import pytest
from knowledge.usecases.record_event.statements.bearing_out import is_borne_out, may_be_nouns

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
        ("Eine Montage kostet die Kunden 74 die Stunde.", True),
        ("Der Toni sagt von der Küche, dass die Farbe hält.", True),
        ("Die Montagestunde kostet 74.", True),
        ("Herrn Obermaier gefällt die Küche Esche.", False),
        ("Peter verlangt 74 die Stunde.", False),
        ("Die Montage kostet 75.", False),
        ("Die Stunde kostet 74 Dollar.", False),
        ("In der Küche verlangt Kundenmann 74 die Stunde.", False),
    ],
)
def test_what_has_a_capital_may_be_a_name(text, borne_out):
    """Also where nouns have one: nothing in a word tells `Pumpe` from `Buderus`, but what it ends with, if the event
    has that. Measured before: `Montagestunde`, where it has the hour, cost a question or the statement."""
    assert is_borne_out(text, RUNDE) is borne_out


@pytest.mark.parametrize(
    ("event", "nouns"),
    [
        (RUNDE, {"Pumpe", "Buderus"}),
        ("We decided to use the Stripe API.", set()),
        ("Lena called. The Kubernetes cluster at the Frankfurt office is down.", set()),
        ("De winkel is dicht, en de pomp van de Heizung is kapot.", set()),
    ],
)
def test_only_german_writes_nouns_as_names(event, nouns):
    """As its small words tell, however many capitals an English event has; none of either has one within."""
    assert may_be_nouns(["Pumpe", "Buderus", "HaulDesk", "75"], event) == nouns


def test_of_a_noun_with_hyphens_what_the_event_lacks_looks_like_one():
    """Measured before: `SMS-Erinnerung` was refused as a name, whoever insisted on it, where the event has `SMS`."""
    words = ["SMS-Erinnerung", "Kunden-Karte", "HaulDesk-Karte", "IBM-Karte"]
    assert may_be_nouns(words, f"{RUNDE} Die SMS ist da.") == {"SMS-Erinnerung", "Kunden-Karte"}
