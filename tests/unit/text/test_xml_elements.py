"""Elements are taken out of a text with what is between their marks."""

import re

from knowledge.text.xml_elements import without_elements

OPENING, CLOSING = re.compile(r"<(a|b)>"), re.compile(r"</(a|b)>")


def without(text: str, filler: str = "") -> str:
    return without_elements(text, OPENING, CLOSING, filler)


def test_an_element_ends_with_the_next_mark_of_its_name() -> None:
    """Another's end within it is part of it; the filler stands where it was."""
    assert without("one<a>x</b>y</a>two<b>z</b>three", "-") == "one-two-three"


def test_what_is_never_closed_stays() -> None:
    """An opening alone, a closing alone, and an opening whose only end came before it."""
    assert without("<a>one</b>two") == "<a>one</b>two"
    assert without("</a>one<a>two") == "</a>one<a>two"


def test_an_element_within_another_goes_with_it() -> None:
    """Also where it goes on behind the end of the outer one."""
    assert without("1<a>2<b>3</a>4</b>5") == "14</b>5"
