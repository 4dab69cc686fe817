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
    ("page", "name"),
    [
        ("Monday round-up", "Round-up of Zebra"),
        ("Monday round-up", "Brunner round-up"),
        ("Monday round-up", "Brunner"),
        ("Monday round-up", "x" * 61),
        ("Friday", "Round-up"),
    ],
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


def test_news_that_is_told_late_calls_no_page_as_it_was(client, tenant, model):
    """What the page tells of a later day is so since."""
    tells(client, tenant, model, {**WEDNESDAY, "topic": "Wednesday round-up"}, 9)
    tells(client, tenant, model, MONDAY, 2, renamed=[("Wednesday round-up", "Monday round-up")])
    assert "\nWednesday round-up | v" in text(client, tenant, PATH.replace("monday", "wednesday"))


def test_a_new_page_of_a_former_name_is_a_file_of_its_own(client, tenant, model):
    """And news of it goes there, also where a caller names it; the page that was called so keeps its file and name."""
    tells(client, tenant, model, MONDAY, 1)
    tells(client, tenant, model, WEDNESDAY, 5, gone=[(1, 1, "")], renamed=[RENAMED])
    tells(client, tenant, model, {**MONDAY, "text": "The stock is counted on Mondays."}, 9)
    plays(model, {**MONDAY, "text": "The count of the stock takes an hour.", "topic": ""})
    content = "User: The count of the stock takes an hour."
    event = {"kind": "conversation", "event_id": "e10", "content": content, "topic": "Monday round-up"}
    client.post("record_event", tenant.agent, event)
    [other] = [
        page
        for page in client.request("GET", "knowledge_files", tenant.reader, "/?prefix=2-summaries/").json()["files"]
        if page["path"].startswith(PATH.removesuffix(".md")) and page["path"] != PATH
    ]
    new = text(client, tenant, other["path"])
    assert "\nMonday round-up | v" in new and "is counted" in new and "takes an hour" in new
    assert "\nRound-up | v" in text(client, tenant, PATH) and "stock" not in text(client, tenant, PATH)


def test_no_page_is_called_as_one_that_the_event_makes(client, tenant, model):
    """There were two of that name then, and one told of something else."""
    tells(client, tenant, model, MONDAY, 1)
    tells(client, tenant, model, {**WEDNESDAY, "topic": RENAMED[1]}, 5, renamed=[RENAMED])
    assert "\nMonday round-up | v" in text(client, tenant, PATH)
    assert text(client, tenant, "1-index/").count("\nRound-up |") == 1


def test_no_page_is_called_as_the_file_of_another(client, tenant, model):
    """Nor as a category: what is said of that name would stand on either. That of its own file it may get back."""
    tells(client, tenant, model, MONDAY, 1)
    tells(client, tenant, model, {**MONDAY, "text": "Tea of the shop is at ten.", "topic": "Tea"}, 3)
    wednesday = {**WEDNESDAY, "text": "The round-up of operations is on Wednesdays now."}
    tells(client, tenant, model, wednesday, 5, renamed=[RENAMED, ("Tea", "Operations")])
    back, monday = [("Tea", "Monday round-up"), ("Round-up", "Monday round-up")], {**MONDAY, "topic": "Round-up"}
    tells(client, tenant, model, {**monday, "text": "The round-up is on Mondays again."}, 9, renamed=back)
    assert "\nTea | v" in text(client, tenant, "2-summaries/operations/tea.md")
    assert "\nMonday round-up | v" in text(client, tenant, PATH)
