"""Whether an event tells otherwise what a statement says of it."""

import pytest
from knowledge.usecases.record_event.statements.contradiction import is_told_otherwise

HARBOUR = (
    "Skipper: The crane lifts 3 tons, the slip takes 12 tons, boats may not be washed on the slip. "
    "Mooring is 480 EUR per season and electricity 45 cents. Guests may stay 14 days."
)
TALK = (
    "Ann: The Pro plan charge is 30 EUR.\n\nBob: Too low. From May we charge 35.\n\n"
    "Ann: Fine. And do we refund deposits?\n\nBob: No.\n\nAnn: Nine people come to the workshop on 4 May."
)
HAFEN = (
    "Der Kran hebt 3 Tonnen, die Rampe trägt 12 Tonnen. Hunde dürfen nicht auf den Steg. "
    "Der Liegeplatz kostet 480 Euro pro Saison."
)


@pytest.mark.parametrize(
    ("text", "event", "otherwise"),
    [
        ("The crane lifts 12 tons.", HARBOUR, True),
        ("At Marina Nord the crane lifts 12 tons.", HARBOUR, True),
        ("The slip takes up to 12 tons.", HARBOUR, False),
        ("The crane has a capacity of 3 tons.", HARBOUR, False),
        ("Der Kran hebt 12 Tonnen.", HAFEN, True),
        ("Die Rampe trägt bis zu 12 Tonnen.", HAFEN, False),
        ("The Pro plan charge is 35 EUR from May.", TALK, False),
    ],
)
def test_a_figure_is_told_of_its_own_subject(text, event, otherwise):
    """What the event tells of another one alone is wrong; a value that follows what was said before may be of it."""
    assert is_told_otherwise(text, event) is otherwise


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("The crane lifts 3 kg.", True),
        ("The crane lifts 3 t.", False),
        ("Guests may stay 14 weeks.", True),
        ("Guests may stay two weeks.", False),
        ("Mooring costs EUR 480 per season.", False),
        ("Mooring costs EUR 480 per week.", True),
        ("Mooring costs CHF 480 per season.", True),
    ],
)
def test_a_figure_has_its_unit(text, otherwise):
    """The event's own, or a short form of it."""
    assert is_told_otherwise(text, HARBOUR) is otherwise


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("Dot books a room for two nights.", False),
        ("Dot books a room for two people.", True),
        ("Wir bestellen zwölf Kisten.", False),
    ],
)
def test_a_figure_may_stand_in_a_question(text, otherwise):
    """Which is answered by a word."""
    event = (
        "Joan: Dot, can you book a room for two nights?\n\nDot: On it. Optrex is shut for two weeks, and two prisms "
    )
    event += "chipped.\n\nUwe: Bestellen wir zwölf Kisten?\n\nInge: Machen wir, in zwölf Tagen."
    assert is_told_otherwise(text, event) is otherwise


@pytest.mark.parametrize(
    ("text", "event", "otherwise"),
    [
        ("Boats may be washed on the slip.", HARBOUR, True),
        ("Washing boats on the slip is not allowed.", HARBOUR, False),
        ("Guests may not stay 14 days.", HARBOUR, True),
        ("Hunde dürfen auf den Steg.", HAFEN, True),
        ("We refund deposits.", TALK, True),
        ("Deposits are not refunded.", TALK, False),
    ],
)
def test_a_not_is_not_lost(text, event, otherwise):
    """Nor added; an answer tells it of what was asked."""
    assert is_told_otherwise(text, event) is otherwise


NOTES = (
    "Jo: They are at 29 a month. I told them ours is 39 for a pupil and 79 for a family.\n\n"
    "The branch is `split`, please don't rebase it. I want lessons on Monday. Lessons on Monday are not given online. "
    "Das Tor wird nachts nicht verschlossen, der Schuppen wird verschlossen. "
    "Le portail n'est pas fermé la nuit, la remise est fermée."
)


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("The branch is `split` and is not to be rebased.", False),
        ("The branch is not `split`.", True),
        ("Lessons on Monday are given online.", True),
        ("Lessons are given on Monday and not online.", False),
        ("Jo's own view, not decided: lessons on Monday.", False),
        ("Das Tor wird nachts verschlossen.", True),
        ("Der Schuppen wird nicht verschlossen.", True),
        ("La remise n'est pas fermée.", True),
    ],
)
def test_a_not_denies_what_stands_behind_it(text, otherwise):
    """Up to a colon; what else its clause tells is told otherwise by none that tells the same."""
    assert is_told_otherwise(text, NOTES) is otherwise


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("Ours is 39 a month for a pupil and 79 a month for a family.", False),
        ("They are at 29 a week.", True),
    ],
)
def test_whom_a_price_is_for_is_not_by_what_it_counts(text, otherwise):
    """`39 for a pupil` may well be by the month, as the price before it."""
    assert is_told_otherwise(text, NOTES) is otherwise


OIL = "Deirdre pays half of the oil, Colm pays the electricity. Tom Byrne joined in May. Byrne repairs the bellows."
VANS = "Ngozi has the blue van, Bram has the trailer. Luca painted the cellar door. Mia uses it."
KITCHEN = "Petra leitet die Küche, Jonas leitet den Einkauf. Postgres hält die Bestellungen, Redis hält die Sitzungen."
DEPOT = "Luc garde les clés du dépôt, Inès tient la caisse."


@pytest.mark.parametrize(
    ("text", "event", "otherwise"),
    [
        ("Colm pays half of the oil.", OIL, True),
        ("Deirdre pays half of the oil.", OIL, False),
        ("Half of the oil is paid by Deirdre.", OIL, False),
        ("At Glenstal, Colm pays the electricity.", OIL, False),
        ("Colm and Deirdre pay for oil and electricity.", OIL, False),
        ("Tom repairs the bellows.", OIL, False),
        ("Bram has the blue van.", VANS, True),
        ("Ngozi has the trailer.", VANS, True),
        ("Ngozi drives the blue van.", VANS, False),
        ("Mia uses the cellar door.", VANS, False),
        ("Jonas leitet die Küche.", KITCHEN, True),
        ("Redis hält die Bestellungen.", KITCHEN, True),
        ("Petra leitet die Küche.", KITCHEN, False),
        ("Inès garde les clés du dépôt.", DEPOT, True),
        ("Luc garde les clés.", DEPOT, False),
    ],
)
def test_what_one_does_or_has_is_no_others(text, event, otherwise):
    """Where the event tells it of another alone; what points at something said before may be of it."""
    assert is_told_otherwise(text, event) is otherwise
