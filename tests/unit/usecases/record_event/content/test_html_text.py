"""Prose that comes as HTML."""

import pytest
from knowledge.usecases.record_event.content.html_text import plain
from knowledge.usecases.record_event.content.payload_text import as_text

NOTE = "<p>Our <b>VAT number</b> is DE123.</p><ul><li>Fiscal year ends in June</li><li>Bank: GLS</li></ul>"
TEXT = "Our VAT number is DE123.\n\n- Fiscal year ends in June\n- Bank: GLS"


def test_html_is_read_as_people_see_it() -> None:
    """Also a value of a payload and a message; without emphasis and links, scripts and styles."""
    assert plain(NOTE) == TEXT
    assert plain("<div><style>p {}</style><h2>Rates</h2><p>5 < 6, <a href='x'>see</a> &amp; pay</p></div>") == (
        "## Rates\n\n5 < 6, see & pay"
    )
    assert TEXT in as_text({"ticket": {"body": NOTE}}) and TEXT in as_text([{"role": "user", "content": NOTE}])


@pytest.mark.parametrize(
    "text",
    [
        "The <b>rent</b> is 5.",
        "<div class='x'></div> is not centred",
        "<p>" + "<a " * 50_000 + "</p>",
        "<p>x</p>" + "<!--" * 50_000,
        "<p>" + "<div>" * 5_000 + "</p>",
        "<p></p>",
        "Is 3 < 4?",
    ],
)
def test_what_is_not_surely_html_stays(text: str) -> None:
    """Words with a tag, code, and what nobody closes."""
    assert plain(text) == text
