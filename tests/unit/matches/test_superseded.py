"""What is kept only to tell what was so is never the first answer."""

import pytest
from knowledge.matches.models import Match
from knowledge.matches.superseded import live_first

from tests.unit.matches.test_recency import passage

LIVE = "2-summaries/operations/beer.md"
HISTORY = "3-descriptions/operations/beer/history.md"
RECORD = "3-descriptions/system/decisions/2026-01-12-no-cans.md"


def paths(*matches: Match) -> list[str]:
    return [match.source.path for match in live_first(matches) if match.source]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("- was: eight, until 2026-03-09; now: five", HISTORY),
        ("# Decision\n\nStatus: superseded by [[a]]", RECORD),
        ("## Decision\n\n- Eight at most *(until 2026-03-09; now: Five at most.)*.", RECORD),
    ],
)
def test_a_retired_passage_stands_behind_live_ones_about_the_question(text, path):
    """However near it is; a stranger stays behind it."""
    retired, live = passage(text, 0.9, path), passage("Five at most.", 0.6, LIVE)
    stranger = passage("Gordon is 70.", 0.2, "2-summaries/organization/people.md")
    assert paths(retired, live, stranger) == [LIVE, path, "2-summaries/organization/people.md"]


def test_a_decision_that_stands_keeps_its_place():
    """Its status says so; so does one of which the rest holds."""
    for status in ("accepted", "changed in part by [[a]]\n\n- Eight *(until 2026-03-09; now: Five.)*, two a day"):
        record = passage(f"# Decision\n\nStatus: {status}", 0.9, RECORD)
        assert paths(record, passage("Five at most.", 0.6, LIVE)) == [RECORD, LIVE]


def test_a_history_stands_right_behind_its_page() -> None:
    """Who asks in the words of what was so finds that first; asked is what is so. Strangers stay behind both."""
    retired = passage("- was: Eight kegs at most, until 2026-03-09; now: Five casks at most.", 0.9, HISTORY)
    stranger = passage("Gordon is 70.", 0.3, "2-summaries/organization/people.md")
    live = passage("- Five casks at most. (2026-03-09)", 0.1, LIVE)
    assert paths(retired, stranger, live) == [LIVE, HISTORY, "2-summaries/organization/people.md"]
    other = passage("- Five casks at most. (2026-03-09)", 0.1, "2-summaries/product/beer.md")
    assert paths(retired, stranger, other)[0] == HISTORY
