"""What an author's heading tells of what stands below it."""

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.language import titles
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.topics import headings
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace

SIZE = SummaryPlace("product", "max-size", "Max size")


def kept(under: str, *texts: str, embedder: OnnxEmbedder, place: SummaryPlace = SIZE) -> list[str]:
    statements = [Statement(says="progress", text=text, under=under) for text in texts]
    return [
        statement.text
        for statement in headings.with_headings(statements, [place] * len(statements), "Release", embedder)
    ]


def test_a_heading_that_tells_a_value_is_said_once(embedder: OnnxEmbedder) -> None:
    """Before the first statement below it, as it may stand nowhere else."""
    texts = kept("Schools up to 3,000 pupils", "Was 2,000.", "Tested with 2,600.", embedder=embedder)
    assert texts == ["Schools up to 3,000 pupils. Was 2,000.", "Tested with 2,600."]


@pytest.mark.parametrize(
    ("heading", "text", "stays"),
    [
        ("Google sign-in", "Amara has done it.", True),
        ("2. Fuel", "Northgate it is, twelve months, first delivery 6 July.", True),
        ("Seal trips", "61 people in July. Price is the same.", True),
        ("Sauna", "Agreed with Ilse: Friday 3 March, 40 EUR.", True),
        ("Backofen", "Bis Ostern noch der alte, dann sehen wir weiter.", True),
        ("Seal trips", "The seal trip on Wednesday had 61 people.", False),
        ("What we did", "61 people in July.", False),
    ],
)
def test_a_heading_stays_before_what_does_not_name_it(
    embedder: OnnxEmbedder, heading: str, text: str, stays: bool
) -> None:
    """On a page of its name, too: the statement is quoted elsewhere, where nobody else says what is meant."""
    name = titles.without_number(heading)
    own = SummaryPlace("security", "own", name)
    assert kept(heading, text, embedder=embedder, place=own) == [f"{name}: {text}" if stays else text]


def test_a_title_is_not_said_on_its_own_page(embedder: OnnxEmbedder) -> None:
    """The whole text is about it."""
    own = SummaryPlace("product", "release", "Release")
    assert kept("Release", "Amara has done it.", embedder=embedder, place=own) == ["Amara has done it."]


def test_the_subject_that_stands_before_a_statement_is_its_heading() -> None:
    """Without its number; '' where none stands there."""
    of_heading = Statement(says="fact", text="Fuel: Northgate it is.", under="2. Fuel")
    assert headings.subject_told(of_heading) == "Fuel"
    assert headings.subject_told(of_heading.model_copy(update={"text": "Northgate it is."})) == ""


def test_what_stands_above_any_report_is_not_said(embedder: OnnxEmbedder) -> None:
    """Neither an overview nor a version's number tells anything."""
    for heading in ("Overview", "Summary", "5.4.0"):
        assert kept(heading, "It is late.", embedder=embedder) == ["It is late."]


def test_a_heading_of_a_change_tells_what_became_of_what_stands_below(embedder: OnnxEmbedder) -> None:
    """Also where the statement is near it, but not where it is the topic's own name."""
    below = [Statement(says="progress", text="Login with Facebook.", under="Removed")]
    [statement] = headings.with_headings(below, [SIZE], "Release", embedder, of_change=True)
    assert statement.text == "Removed: Login with Facebook."
    own = SummaryPlace("security", "removed", "Removed")
    assert headings.with_headings(below, [own], "Release", embedder, of_change=True) == below


def parts_of(sections: dict[str, str], title: str, embedder: OnnxEmbedder, *, of_one: bool = True) -> set[str]:
    below = [Statement(says="finding", text=text, under=heading) for heading, text in sections.items()]
    return headings.of_parts(below, title, ["Tolkboard"], embedder, of_one=of_one)


MATCHA = {
    "Question": "Our supplier of matcha, Midori Imports, was out of stock for nine days in January.",
    "Hoshino Tea": "The price is 109 pounds per kg and the delivery time is three weeks.",
    "Calendars": "Seven clinics use Google Calendar and four use Outlook.",
    "Tolkboard": "27 members pay 6 pounds a month.",
    "Risks": "Hoshino invoices in euros. We know that Hoshino asks for papers.",
}


def test_a_heading_that_only_names_a_part_names_no_topic(embedder: OnnxEmbedder) -> None:
    """What is spoken of does, what has a page, and what is near to what stands below it."""
    assert parts_of(MATCHA, "Research note: suppliers for matcha", embedder) == {"Question", "Risks"}


def test_a_report_has_a_heading_for_each_of_its_subjects(embedder: OnnxEmbedder) -> None:
    """Only what surely names nothing is none there, and the parts of a decision's record."""
    sections = {"Cash": "We have 318,000 euros.", "To do": "Sam writes.", "Risks": "Rain.", "Reasons": "It was dear."}
    assert parts_of(sections, "Monthly report", embedder, of_one=False) == {"To do", "Reasons"}
