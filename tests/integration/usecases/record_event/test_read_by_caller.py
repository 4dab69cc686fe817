"""record-event read by the caller's own model: it is asked in the answer, and answers in the next request."""

from typing import Any

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER

EVENT = {
    "kind": "conversation",
    "event_id": "talk-1",
    "content": "Mia: The kiln goes on at 22:00, and Ben has the key.",
    "metadata": {"occurred_at": "2026-03-02T10:00:00Z"},
}
LATER = {
    **EVENT,
    "event_id": "talk-2",
    "content": "Mia: Since power is cheaper then, I light it at six in the morning.",
    "metadata": {"occurred_at": "2026-04-02T10:00:00Z"},
}


def statement(text: str, topic: str = "Kiln") -> dict[str, str]:
    return {"says": "fact", "text": text, "category": "operations", "topic": topic}


KILN = {
    "summary": "",
    "statements": [statement("The kiln goes on at 22:00."), statement("Ben has the key of the kiln.")],
}
EARLY = {"summary": "", "statements": [statement("Mia lights the kiln at six in the morning.")]}


class Reader:
    """A caller whose model says this of each event, and ends each line that has one of these words."""

    def __init__(self, client: Client, tenant: Tenant) -> None:
        self.client, self.tenant, self.asked = client, tenant, list[dict[str, Any]]()

    def record(self, event: dict[str, Any], says: dict[str, Any], ends: str = "-") -> dict[str, Any]:
        """The last answer, when nothing is asked any more."""
        answers: dict[str, Any] = {}
        while (response := self.post(event, answers)).status_code == 202:
            question = response.json()["question"]
            self.asked.append(question)
            answers[question["id"]] = says if "Sayings" in question["schema"]["title"] else gone(question, ends)
        assert response.status_code == 200, response.text
        recorded: dict[str, Any] = response.json()
        return recorded

    def post(self, event: dict[str, Any], answers: dict[str, Any]) -> Any:
        return self.client.post("record_event", self.tenant.agent, {**event, "answers": answers})

    def pages(self) -> str:
        """All summaries, one below the other."""
        listed = self.client.request("GET", "knowledge_files", self.tenant.reader, "/?prefix=2-summaries/").json()
        paths = [f"/{file['path']}" for file in listed["files"]]
        read = (self.client.request("GET", "knowledge_files", self.tenant.reader, path).json() for path in paths)
        return "\n".join(file["content"] for file in read)


def gone(question: dict[str, Any], ends: str) -> dict[str, Any]:
    """The lines of what is known that have the word, ended by the first statement."""
    known = question["messages"][1]["content"].partition("</known>")[0].splitlines()
    numbers = [int(line.partition(".")[0]) for line in known if ends in line and line[0].isdigit()]
    return {"gone": [{"line": number, "by": 1, "still": ""} for number in numbers]}


def test_what_the_callers_model_ends_has_ended(client: Client, tenant: Tenant) -> None:
    """Two questions at most: what the event says, and what of the files that makes a thing of the past."""
    reader = Reader(client, tenant)
    assert reader.record(EVENT, KILN)["method"] == "llm"
    assert reader.record(LATER, EARLY, ends="22:00")["tokens"] is None
    assert [question["schema"]["title"] for question in reader.asked] == ["Sayings", "Sayings", "Verdict"]
    pages = reader.pages()
    assert "at six in the morning" in pages and "Ben has the key" in pages and "22:00" not in pages


def test_nothing_is_recorded_before_the_last_answer(client: Client, tenant: Tenant) -> None:
    """The question says so and how to go on; without answers rules read the event, under the same id."""
    reader = Reader(client, tenant)
    asked = reader.post(EVENT, {}).json()
    assert asked["event_id"] == "talk-1" and "Nothing is done yet" in asked["note"] and "files" not in asked
    assert reader.pages() == ""
    assert client.post("record_event", tenant.agent, EVENT).json()["method"] == "rules"


def test_who_answers_again_gets_the_first_answer(client: Client, tenant: Tenant) -> None:
    """Answers are no content: the event is the same whoever reads it."""
    reader = Reader(client, tenant)
    first = reader.record(EVENT, KILN)
    again = reader.post(EVENT, {}).json()
    assert again == {**first, "repeated": True}


def test_what_became_known_meanwhile_is_asked_about(client: Client, tenant: Tenant) -> None:
    """An answer to what the files said before another event counts for nothing."""
    reader = Reader(client, tenant)
    reader.record(EVENT, KILN)
    first = reader.post(LATER, {}).json()["question"]
    second = reader.post(LATER, {first["id"]: EARLY}).json()["question"]
    reader.record({**EVENT, "event_id": "talk-3"}, {**KILN, "statements": [statement("The kiln needs Ben at 22:00.")]})
    late = reader.post(LATER, {first["id"]: EARLY, second["id"]: {"gone": []}})
    assert late.status_code == 202 and late.json()["question"]["id"] not in (first["id"], second["id"])
    reader.record(LATER, EARLY, ends="22:00")
    assert "22:00" not in reader.pages()


def test_what_the_callers_model_says_is_used_again_where_a_page_grew_meanwhile(client: Client, tenant: Tenant) -> None:
    """Or was split: what the pages are called is what matters. Where another page came the model is asked again."""
    reader = Reader(client, tenant)
    reader.record(EVENT, KILN)
    first = reader.post(LATER, {}).json()["question"]
    full = [statement(f"The kiln needs {name} at 22:00, when Ben has the key.") for name in ("Mia", "Ben")]
    reader.record({**EVENT, "event_id": "talk-3"}, {**KILN, "statements": full})
    second = reader.post(LATER, {first["id"]: EARLY}).json()["question"]
    assert second["schema"]["title"] == "Verdict"
    reader.record({**EVENT, "event_id": "talk-4"}, {**KILN, "statements": [statement("Ben has the key.", "Key")]})
    third = reader.post(LATER, {first["id"]: EARLY, second["id"]: {"gone": []}}).json()["question"]
    assert third["schema"]["title"] == "Sayings" and third["id"] != first["id"]


def test_what_the_event_does_not_bear_out_is_left_out_of_the_callers_answer_too(client: Client, tenant: Tenant) -> None:
    """The rules stand in for it, as with any other model."""
    wrong = {"summary": "", "statements": [statement("The kiln goes on at 23:00."), statement("Ben has the key.")]}
    Reader(client, tenant).record(EVENT, wrong)
    pages = Reader(client, tenant).pages()
    assert "23:00" not in pages and "22:00" in pages


def test_an_answer_that_does_not_fit_is_refused_and_loses_nothing(client: Client, tenant: Tenant) -> None:
    """It names the question and the field."""
    reader = Reader(client, tenant)
    asked = reader.post(EVENT, {}).json()["question"]
    refused = reader.post(EVENT, {asked["id"]: {"summary": "", "statements": [{"says": "fact"}]}})
    assert refused.status_code == 422 and "statements.0.text" in refused.json()["detail"]
    assert reader.record(EVENT, KILN)["repeated"] is False


def test_a_decision_has_the_record_that_the_callers_model_tells(client: Client, tenant: Tenant) -> None:
    """Its reasons are those that the model takes from the event; a decision without any has no record."""
    early = {**statement("Mia lights the kiln at six in the morning."), "says": "decision"}
    explained = {**early, "reasons": ["Power is cheaper at six in the morning."]}
    statements = [explained, {**early, "text": "Mia lights the kiln."}]
    answer = Reader(client, tenant).record(LATER, {"summary": "", "statements": statements})
    [path] = [file["path"] for file in answer["files"] if "system/decisions/" in file["path"]]
    content = client.request("GET", "knowledge_files", tenant.reader, f"/{path}").json()["content"]
    assert "## Context\n\n- Power is cheaper at six" in content
    assert "## Decision\n\n- Mia lights the kiln at six" in content
