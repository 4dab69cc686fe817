"""agent-complete whose log the caller's own model reads: the question comes in the answer, and its answer goes with the
run again."""

import json
from typing import Any

import httpx
import pytest
from knowledge.ports.object_store import Objects

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER

RULE = "Always run `make lint` before you commit, because the pipeline rejects unformatted code."
LOG = [
    {"role": "user", "content": "Fix the bug in orders.py."},
    {"role": "assistant", "content": "I fixed `orders.py`; the pipeline had rejected it as unformatted code."},
    {"role": "user", "content": f"No, that is wrong. {RULE}"},
]
RUN = {"run_id": "r1", "session_log": LOG}


def item(learning: str, **more: Any) -> dict[str, Any]:
    return {"learning": learning, "kind": "fact", "turns": [1], **more}


FACT = item("The pipeline rejects `orders.py` where its code is unformatted.", questions=["Why is a merge refused?"])


def post(client: Client, tenant: Tenant, run: dict[str, Any], answers: dict[str, Any]) -> Any:
    return client.post("agent_complete", tenant.agent, {**run, "answers": answers})


def read(client: Client, tenant: Tenant, run: dict[str, Any], *items: dict[str, Any]) -> dict[str, Any]:
    """The run completed: whatever is asked, the items are the answer."""
    answers: dict[str, Any] = {}
    while (response := post(client, tenant, run, answers)).status_code == 202:
        answers[response.json()["question"]["id"]] = {"learnings": list(items)}
    assert response.status_code == 200, response.text
    return dict(response.json())


def test_what_the_callers_model_notes_is_kept_beside_the_rules_of_the_user(client: Client, tenant: Tenant) -> None:
    """As what a model of the server's notes; it costs the tenant no tokens."""
    answer = read(client, tenant, RUN, FACT)
    assert answer["method"] == "llm" and answer["log"]["model"]["name"] == "caller"
    assert answer["log"]["model"]["input_tokens"] == 0
    assert [kept["learning"] for kept in answer["learnings"]][1:] == [FACT["learning"]]
    assert RULE in answer["learnings"][0]["learning"]


def test_nothing_is_kept_before_the_last_answer(client: Client, tenant: Tenant) -> None:
    """The answer says so, and how to go on; without answers rules read the log, under the same id."""
    asked = post(client, tenant, RUN, {})
    assert asked.status_code == 202 and "Nothing is done yet" in asked.json()["note"]
    messages = asked.json()["question"]["messages"]
    assert "[0 user] Fix the bug in orders.py." in messages[1]["content"]
    assert client.request("GET", "learnings", tenant.reader, "/").json()["learnings"] == []
    assert client.request("GET", "knowledge_files", tenant.reader, "/").json()["files"] == []
    assert client.post("agent_complete", tenant.agent, RUN).json()["repeated"] is False


def test_who_answers_again_gets_the_first_answer(client: Client, tenant: Tenant) -> None:
    """Answers are no content: the run is the same whoever reads its log."""
    first = read(client, tenant, RUN, FACT)
    again = post(client, tenant, RUN, {})
    assert again.status_code == 200 and again.json() == {**first, "repeated": True}


def test_what_the_log_does_not_bear_out_is_dropped(client: Client, tenant: Tenant) -> None:
    """Said of each item, as of any model's."""
    answer = read(client, tenant, RUN, FACT, item("The pipeline rejects `setup.cfg` where it is unformatted."))
    [dropped] = answer["log"]["model"]["dropped"]
    assert "names `setup.cfg`" in dropped["why"]


def test_each_window_of_a_long_log_is_asked_about(
    client: Client, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One question after the other, each of whole turns; what comes of all is kept."""
    monkeypatch.setenv("KNOWLEDGE_LLM_WINDOW_TOKENS", "4000")
    prose = [f"I looked at `service_{n}.py`. " + "It reads the queue and writes the table. " * 150 for n in range(3)]
    log = [*LOG, *({"role": "assistant", "content": one} for one in prose)]
    answer = read(client, tenant, {**RUN, "session_log": log}, FACT)
    model = answer["log"]["model"]
    assert model["windows"] == model["read"] > 1
    assert [kept["learning"] for kept in answer["learnings"]].count(FACT["learning"]) == 1


def test_a_log_that_was_posted_stays_until_the_last_answer(client: Client, tenant: Tenant, objects: Objects) -> None:
    """The run is sent again with the same reference, and the log is erased when it was read."""
    form = client.request("POST", "agent_complete", tenant.agent, "/sessions", json={"run_id": "r1"}).json()
    log = {"file": ("log", json.dumps(LOG).encode())}
    httpx.post(form["url"], data=form["fields"], files=log, trust_env=False).raise_for_status()
    answer = read(client, tenant, {"run_id": "r1", "session_ref": form["session_ref"]}, FACT)
    assert answer["method"] == "llm" and list(objects.versions(form["fields"]["key"])) == []


def test_an_answer_that_is_no_list_of_learnings_is_refused(client: Client, tenant: Tenant) -> None:
    """It names the question and the field, and nothing is lost."""
    question = post(client, tenant, RUN, {}).json()["question"]
    refused = post(client, tenant, RUN, {question["id"]: {"notes": []}})
    assert refused.status_code == 422 and "learnings" in refused.json()["detail"]
    assert read(client, tenant, RUN, FACT)["repeated"] is False
