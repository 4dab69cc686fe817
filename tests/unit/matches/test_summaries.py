"""What is true now is told by a summary, not by the event that it was taken from."""

import pytest
from knowledge.matches.models import Match
from knowledge.matches.summaries import summary_first

from tests.unit.matches.test_recency import passage

PAGE = "2-summaries/operations/fuel-berth.md"
RECORD = "3-descriptions/system/decisions/2026-05-08-fuel-berth-hours.md"
TALK = "3-descriptions/operations/fuel-berth/conversations.md"
RECORDED = "## 2026-05-08 — Hours\n\nThe fuel berth opens at 7:30."


def paths(*matches: Match) -> list[str]:
    return [match.source.path for match in summary_first(matches) if match.source]


@pytest.mark.parametrize("path", [RECORD, TALK])
def test_a_summary_stands_before_the_event_that_leads(path: str) -> None:
    """It has the question's words among others about its subject; a summary that is far from it stays behind."""
    event = passage(RECORDED, 0.5, path)
    assert paths(event, passage("Carrick delivers on Fridays.", 0.36, PAGE)) == [PAGE, path]
    assert paths(event, passage("The regatta is in July.", 0.34, PAGE)) == [path, PAGE]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (f"- Carrick delivers on Fridays. (2026-05-08) [[{TALK}]]", TALK),
        ("- Decision: The fuel berth opens at 7:30. (2026-05-08)\n- Carrick delivers. (2026-06-01)", RECORD),
    ],
)
def test_a_summary_of_what_came_of_the_event_may_be_further_from_the_question(text: str, path: str) -> None:
    """It names the event's file, or tells its decision, and is about the same; half as near it has to be."""
    event, other = passage(RECORDED, 0.5, path), "2-summaries/finance/prices.md"
    assert paths(event, passage("Fuel is 1.90.", 0.3, other), passage(text, 0.26, PAGE)) == [PAGE, path, other]
    assert paths(event, passage(text, 0.24, PAGE)) == [path, PAGE]


def test_of_several_summaries_the_first_leads() -> None:
    """The others keep their places."""
    other, event = "2-summaries/finance/prices.md", passage(RECORDED, 0.5, TALK)
    near = passage("It opens at 7:30.", 0.45, PAGE), passage("Fuel is 1.90.", 0.44, other)
    assert paths(event, passage(RECORDED, 0.48, RECORD), *near) == [PAGE, TALK, RECORD, other]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("The berth opens at 7:30.", "3-descriptions/user/rules/berth.md"),
        (RECORDED, "3-descriptions/learned/evidence/run-1.md"),
        ("It opens at 7:30. (2026-05-08)", "assets/berth/hours.md"),
        ("It opens at 7:30. (2026-05-08)", "2-summaries/operations/hours.md"),
    ],
)
def test_nothing_else_gives_way(text: str, path: str) -> None:
    """What a person wrote, what was said in a run, an upload and another summary keep their places."""
    assert paths(passage(text, 0.5, path), passage("Carrick delivers on Fridays.", 0.45, PAGE)) == [path, PAGE]


def test_a_summary_of_another_project_stays_where_it_is() -> None:
    """It tells nothing of this one."""
    event, other = (
        passage(RECORDED, 0.5, TALK).model_copy(update={"projects": ["a"]}),
        passage("It opens at 7:30.", 0.45, PAGE).model_copy(update={"projects": ["b"]}),
    )
    assert paths(event, other) == [TALK, PAGE]


def test_nothing_is_ordered_where_nothing_is() -> None:
    """An empty answer stays empty."""
    assert paths() == []
