"""The items of a list as topics of their own, by the labels with which they begin."""

from datetime import UTC, datetime

from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements import items, sentences

COMMITS = (
    "## Commits\n\n- fares: raise adult single. A single is £3.00 from 19 April.\n"
    "- bikes: allow two per bus. Bicycles are accepted on routes 22 and 41.\n"
    "- lost-property: form and retention. Items found are given to charity after 42 days.\n"
)
PRICES = "## Tickets\n\n- Adult: a single is £3.00 from April.\n- Child: a single is £1.40.\n- Group: a day is £9.00.\n"


def headings(text: str, embedder: OnnxEmbedder) -> list[str]:
    event = Occurrence("integration", "e1", None, "Report", text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)
    return [saying.under for saying in items.under_labels(list(sentences.sayings(event, embedder)))]


def test_items_that_go_on_behind_a_label_stand_below_it(embedder: OnnxEmbedder) -> None:
    """Their heading only holds them; also behind a commit's hash."""
    for text in (COMMITS, COMMITS.replace("- ", "- `4be91d0` ")):
        assert list(map(str.lower, headings(text, embedder))) == ["fares", "bikes", "lost-property"]


def test_an_item_that_says_one_thing_names_no_topic(embedder: OnnxEmbedder) -> None:
    """Nor does its heading."""
    assert headings(f"{COMMITS}- owl: softer eyes for the summer.\n", embedder)[-1] == ""


def test_a_list_of_values_stands_below_its_heading(embedder: OnnxEmbedder) -> None:
    """And so does what has no labels."""
    assert set(headings(PRICES, embedder)) == {"Tickets"}
    assert set(headings("## Tickets\n\nA single is £3.00. It was £2.80.\n\nA day is £7.", embedder)) == {"Tickets"}


def test_a_row_is_no_item_with_a_label(embedder: OnnxEmbedder) -> None:
    """Its first column's name is none: a page was called `tags` — Type`."""
    rows = "".join(
        f"- `{name}` — Type: {name}. It is optional for all who fill it in.\n" for name in ("tags", "id", "url")
    )
    assert set(headings(f"## Fields\n\n{rows}", embedder)) == {"Fields"}
