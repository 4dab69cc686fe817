"""Pages whose names news makes untrue."""

import pytest
from knowledge.files.semver import ChangedBy

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.agent_complete.test_model_extraction import model
from tests.integration.usecases.record_event.statements.test_llm_extractor import plays, record, text

__all__ = ["model"]
pytestmark = ONE_ADAPTER

PATH = "2-summaries/operations/monday-round-up.md"
MONDAY = {
    "says": "fact",
    "text": "The round-up of the shop is on Mondays at nine.",
    "category": "operations",
    "topic": "Monday round-up",
    "questions": ["When do we get together?"],
}
WEDNESDAY = {**MONDAY, "text": "The round-up of the shop is on Wednesdays now."}
RENAMED = ("Monday round-up", "Round-up")


def tells(client, tenant, model, statement, day, **verdict):
    """The event of that day says this, at length."""
    plays(model, statement, **verdict)
    return record(client, tenant, f"e{day}", f"User: {statement['text']}" + "\n\nUser: The shop has tea. " * 60, day)


def test_a_page_whose_name_is_untrue_is_called_otherwise(client, tenant, model):
    """With its line of the index, its history and what events said; its file, links and questions stay."""
    tells(client, tenant, model, MONDAY, 1)
    tells(client, tenant, model, WEDNESDAY, 5, gone=[(1, 1, "")], renamed=[RENAMED])
    page, indexed, details = (
        text(client, tenant, prefix) for prefix in (PATH, "1-index/", "3-descriptions/operations/")
    )
    assert "\nRound-up | v" in page and "title:" not in page
    assert "When do we get together?" in page and WEDNESDAY["text"] in page
    assert f"| {PATH}" in indexed and "Monday round-up" not in indexed and "\nRound-up: history |" in indexed
    assert "\n# Round-up: history\n" in details and "\n# Round-up: conversations\n" in details
    later = {**MONDAY, "text": "Lena leads the round-up of the shop.", "topic": "Round-up"}
    tells(client, tenant, model, later, 9)
    lasts = {**MONDAY, "text": "The round-up lasts an hour.", "topic": ""}
    plays(model, lasts)
    event = {"kind": "conversation", "event_id": "e10", "content": f"User: {lasts['text']}", "topic": "Round-up"}
    client.post("record_event", tenant.agent, event)
    assert later["text"] in text(client, tenant, PATH) and lasts["text"] in text(client, tenant, PATH)


@pytest.mark.parametrize(
    ("page", "name"), [("Monday round-up", "Round-up of Zebra"), ("Monday round-up", "x" * 61), ("Friday", "Round-up")]
)
def test_a_name_that_nobody_told_is_none(client, tenant, model, page, name):
    """Nor is one for a page that is not there."""
    tells(client, tenant, model, MONDAY, 1)
    tells(client, tenant, model, WEDNESDAY, 5, renamed=[(page, name)])
    assert "\nMonday round-up | v" in text(client, tenant, PATH)


def test_what_a_person_wrote_on_keeps_its_name(client, tenant, model, files):
    """It is theirs to say what it is called; so does what has the name of another page."""
    tells(client, tenant, model, MONDAY, 1)
    files.write(PATH, files.read(PATH).content + "- Bring cups.\n", by=ChangedBy.USER, summary="by hand")
    other = {**MONDAY, "text": "Tea is at ten in the shop.", "topic": "Tea"}
    tells(client, tenant, model, other, 3)
    tells(client, tenant, model, WEDNESDAY, 5, renamed=[RENAMED, ("Tea", "Monday round-up")])
    assert "Monday round-up | v" in text(client, tenant, PATH)
    assert "Tea | v" in text(client, tenant, "2-summaries/operations/tea.md")
