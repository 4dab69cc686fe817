"""What an item says that its source does not."""

import pytest
from knowledge.text.grounding import ungrounded

SOURCE = """User: The Pro plan costs CHF 1,265.50 from March 3rd. Lena owns the launch, three shops take part.
Assistant: I ran `uv run pytest -q --maxfail=1` and then edited
src/app/config.py; call load_all() on redshift-2.
User: Die Kunden in Zürich zahlen 9,7 % mehr, ab 12'000 Franken. The meeting is at 14:00, in 5 to 8 weeks.
"""

GROUNDED = [
    "The Pro plan costs CHF 1'265.50.",
    "Lena's launch takes part in 3 shops.",
    "Three shops take part.",
    "Run `uv run pytest -q --maxfail=1` first.",
    "It is `edited  src/app/config.py`.",
    "The config is in src/app/config.py.",
    "Use load_all() on redshift-2.",
    "Install the plan for every customer.",
    "Deploy on Zürich.",
    "Customers in Zürich pay 9.7 % more, from 12,000 francs on.",
    "Der Kunde zahlt ab 12 000 Franken mehr.",
    "It takes 5-8 weeks.",
    "We meet at 14:00.",
    "Whether three shops take part is open.",
    "Sobre a launch da Lena não se fala em Zürich.",
    "L'heure du meeting est 14:00.",
]
ADDED = [
    ("The Pro plan costs CHF 1,265.05.", ["1,265.05"]),
    ("The Pro plan costs 12655 francs.", ["12655"]),
    ("Seven shops take part.", ["7"]),
    ("It begins on 2026-03-03.", ["2026-03-03"]),
    ("It begins on April 3rd.", ["April"]),
    ("Peter owns the launch.", ["Peter"]),
    ("The launch is owned by Peter Lustig.", ["Peter", "Lustig"]),
    ("Run `uv run pytest -x` first.", ["uv run pytest -x"]),
    ("The config is in src/web/config.py.", ["src/web/config.py"]),
    ("Call load_one() on it.", ["load_one"]),
    ("Pass --verbose to it.", ["--verbose"]),
    ("We meet at 15:00.", ["15:00"]),
    ("The budget is 12k.", ["12k"]),
    ("Call Jim. The Pro plan is Jim's.", ["Jim", "Jim's"]),
]


@pytest.mark.parametrize("item", GROUNDED)
def test_other_words_for_the_same_are_grounded(item):
    """Another writing of a figure, a form of a name, a request."""
    assert ungrounded(item, SOURCE) == []


@pytest.mark.parametrize(("item", "lacking"), ADDED)
def test_what_the_source_lacks_is_told(item, lacking):
    """Figures, dates, names, commands and paths that nobody said."""
    assert ungrounded(item, SOURCE) == lacking


def test_the_ends_of_a_span_are_figures():
    """Who says from when to when says the same; a date is no span."""
    source = "Planning, 13:30-15:30, of 2026-11-24."
    assert ungrounded("planning goes from 13:30 to 15:30", source) == []
    assert ungrounded("planning goes from 13:30 to 15:45, at 11", source) == ["15:45", "11"]


def test_a_numeral_that_the_source_has_in_the_same_words_is_there():
    """Whichever language either is taken for; other words are another figure."""
    source = "The price: nove mil euros, says Inês. We talked about the terrace, the pump and the pool on Monday."
    assert ungrounded("a bomba custa nove mil euros, por um ano, com a garantia de que se fala", source) == []
    assert ungrounded("la bomba cuesta tres mil euros por un año, con la garantía de que se habla", source) != []


def test_of_an_acronym_one_and_many_are_one_name():
    """A capital and small letters in one word are the shape of an identifier."""
    assert ungrounded("Later it reads git URLs.", "For now it reads a path; later a git URL.") == []


def test_a_name_with_underscores_has_the_names_of_which_it_is_made():
    """Measured before: VAT was no name of an event that has `vat_on_fees`."""
    assert ungrounded("VAT is charged on fees.", "We set `vat_on_fees` to true.") == []
    assert ungrounded("VAT is charged on fees.", "We set `private_fees` to true.") == ["VAT"]


def test_a_declined_name_is_the_same_name():
    """Both forms may have an ending of their own; a short stem tells no name, and another ending is another word."""
    source = "Zimą Craig leci na Teneryfę. Our customers pay by card. Anna is here."
    assert ungrounded("Craig jest na Teneryfie.", source) == []
    assert ungrounded("Customers' terms changed.", source) == []
    assert ungrounded("Nobody asked Anouk, and Teneriffa is closed.", source) == ["Anouk", "Teneriffa"]


def test_another_ending_is_another_name_where_names_are_not_declined():
    """Two people: English and German give names no endings of their own."""
    source = "Martin runs the mornings. Martin leitet den Umzug."
    assert ungrounded("The mornings are run by Martina.", source) == ["Martina"]
    assert ungrounded("Der Umzug liegt bei Martina.", source) == ["Martina"]
    assert ungrounded("spotkanie jest u Martina.", source) == []


def test_a_name_may_be_declined_in_a_language_whose_words_are_not_known():
    """One or two of its words are another language's, too."""
    source = "Sastanak / sestanek / schůzka: Marko, Zagreb, Ljubljana, Ostrava."
    assert ungrounded("Sastanak je s Markom u Zagrebu.", source) == []
    assert ungrounded("Sestanek je z Markom v Ljubljani in on ga vodi.", source) == []
    assert ungrounded("Schůzka je v Ostravě a on ji vede do konce roku.", source) == []
