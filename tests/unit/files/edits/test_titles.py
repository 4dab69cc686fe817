"""What a file is called changes, and nothing else of it."""

import pytest
from knowledge.files.edits import Retitling

NOTES = (
    "---\ntitle: 'Team: history'\n---\nTeam: history | v1.0.0, 2026-02-03T10:00:00+00:00 | \n\n# Team: history\n\n- a\n"
)


def page(title: str, above: str = "") -> str:
    return f"{above}{title} | v1.0.0, 2026-02-03T10:00:00+00:00 |"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (page("Team"), page("Crew") + " "),
        (page("Team: Pay"), page("Crew: Pay") + " "),
        (page("Team", "---\nanswered_questions:\n---\n"), page("Crew", "---\nanswered_questions:\n---\n") + " "),
        (page("Teams"), None),
        (page("Crew"), None),
        (None, None),
    ],
)
def test_a_page_and_its_parts_get_another_title(before: str | None, after: str | None) -> None:
    """In the header alone, where front matter has none; a page that is called otherwise by now stays."""
    edit = Retitling(path="2-summaries/operations/team.md", was="Team", now="Crew")
    below = "\n\n- Team meetings are on Mondays.\n"
    assert edit.after(before and before + below) == (after and after + below)
    assert edit.after(before and before + below, {"- Team meetings are on Mondays."}) is None


def test_a_description_is_called_so_wherever_it_says_its_title() -> None:
    """In its front matter, its header and its heading."""
    edit = Retitling(path="3-descriptions/operations/team/history.md", was="Team", now="Crew")
    assert edit.after(NOTES) == NOTES.replace("Team: history", "Crew: history")
