"""What callers name things by (runs, work, tags, topics, titles, users) is stored without secrets and personal data."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

TOKEN = f"ghp_{'a1B2c3D4e5' * 4}"[:40]
PASSWORD = "hunter2Heron"
ADDRESS = "ann.smith@acme-shop.io"
NAME = f"{TOKEN} password={PASSWORD} {ADDRESS}"

pytestmark = ONE_ADAPTER


@pytest.fixture
def send(client: Client, tenant: Tenant) -> Callable[..., Any]:
    """Uploads a file over HTTP."""

    def post(name: str, content: bytes, **fields: Any) -> Any:
        return client.request("POST", "upload_ingest", tenant.agent, files={"file": (name, content)}, data=fields)

    return post


def _runs(client, tenant, send):
    run = {"run_id": f"r {NAME}", "work_order_id": f"WO {NAME}", "agent_type": f"dev {NAME}", "project": f"p {NAME}"}
    learning = {"learning": "The billing service listens on port 8090.", "kind": NAME, "tags": [NAME], "project": NAME}
    log = "user: Find the port.\nassistant: The billing service listens on port 8090.\n"
    return client.post("agent_complete", tenant.agent, {**run, "learnings": [learning], "session_log": log})


def _keyed(client, tenant, send):
    run = {"learnings": ["The billing service listens on port 8090."], "objective": "Find the port."}
    return client.post("agent_complete", tenant.agent, run, **{"Idempotency-Key": f"k {NAME}"})


def _served(client, tenant, send):
    client.post("agent_complete", tenant.agent, {"learnings": ["The billing service listens on port 8090."]})
    asked = {"query": "where does billing listen?", "run_id": f"r {NAME}", "project": f"p {NAME}"}
    return client.post("query_knowledge", tenant.agent, asked)


def _uploads(client, tenant, send):
    return send("a.md", b"# A\n\nThe violet heron.\n", tags=[TOKEN, ADDRESS], topic=NAME, sourceType=NAME, title=NAME)


def _events(client, tenant, send):
    event = {"kind": "research", "event_id": f"e {NAME}", "topic": f"pricing {NAME}", "metadata": {"title": NAME}}
    return client.post("record_event", tenant.agent, {**event, "content": {"title": NAME, "text": "It costs CHF 9."}})


def _issues(client, tenant, send):
    named = {"category": NAME, "sd_id": NAME, "run_id": NAME, "project": NAME}
    return client.post("issue_patterns", tenant.agent, {"issue_summary": "The build hangs at the linker.", **named})


def _memories(client, tenant, send):
    entry = {"content": "I take the early train.", "category": "context", "conversation_id": NAME}
    return client.request("POST", "user_memory", tenant.agent, "/anna/entries", json=entry)


def _changed(client, tenant, send):
    learned = client.post("agent_complete", tenant.agent, {"learnings": ["The door listens on port 8090."]}).json()
    change = {"kind": NAME, "tags": [NAME], "projects": [NAME]}
    return client.request("PATCH", "learnings", tenant.admin, f"/{learned['learnings'][0]['id']}", json=change)


@pytest.mark.parametrize("call", [_runs, _keyed, _served, _uploads, _events, _issues, _memories, _changed])
def test_no_name_brings_a_secret_into_what_is_stored(client, tenant, send, said, call) -> None:
    """Neither a row nor an object, its key or its metadata has it, whichever call named it."""
    answer = call(client, tenant, send)
    assert answer.status_code in (200, 201, 202), answer.text
    assert [said(TOKEN), said(PASSWORD), said(ADDRESS)] == [[], [], []]


def test_the_same_name_is_found_again(client, tenant, send) -> None:
    """A project with an address in it narrows the search as before, and a run's own question is its own."""
    client.post("agent_complete", tenant.agent, {"project": NAME, "learnings": ["The kiln is fired on Mondays."]})
    send("a.md", b"# A\n\nThe kiln is swept on Fridays.\n", tags=[ADDRESS])

    def named(**filters):
        answer = client.post("query_knowledge", tenant.reader, {"query": "When is the kiln swept?", **filters})
        return [match["learning"] for match in answer.json()["matches"]]

    assert any("Mondays" in each for each in named(project=NAME))
    assert [each for each in named(tags=[ADDRESS]) if "Fridays" in each]


@pytest.mark.parametrize("user", [TOKEN, f"password={PASSWORD}"])
def test_no_user_is_called_by_a_secret(client, tenant, send, user) -> None:
    """Refused, and nothing is kept; an address is a name that applications give."""
    entry = {"content": "I take the early train.", "category": "context"}
    assert client.request("POST", "user_memory", tenant.agent, f"/{user}/entries", json=entry).status_code == 422
    assert send("a.md", b"# A\n\nText.\n", userId=user).status_code == 422
    assert client.request("POST", "user_memory", tenant.agent, f"/{ADDRESS}/entries", json=entry).status_code == 200
