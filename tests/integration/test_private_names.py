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
PROJECT = f"p {ADDRESS}"  # shorter: a project's name is a folder's

pytestmark = ONE_ADAPTER


@pytest.fixture
def send(client: Client, tenant: Tenant) -> Callable[..., Any]:
    """Uploads a file over HTTP."""

    def post(name: str, content: bytes, **fields: Any) -> Any:
        return client.request("POST", "upload_ingest", tenant.agent, files={"file": (name, content)}, data=fields)

    return post


def _runs(client, tenant, send):
    run = {"run_id": f"r {NAME}", "work_order_id": f"WO {NAME}", "agent_type": f"dev {NAME}", "project": f"p {TOKEN}"}
    learning = {"learning": "The billing service listens on port 8090.", "kind": NAME, "tags": [NAME], "project": NAME}
    log = "user: Find the port.\nassistant: The billing service listens on port 8090.\n"
    run |= {"objective": f"Mend {NAME}", "outcome": f"done {NAME}"}
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


def _named(client, tenant, send):
    return send(f"{NAME}.md", b"# A\n\nThe violet heron.\n")


def _joined(client, tenant, send):
    return send(f"keys_{TOKEN}-password={PASSWORD}_{ADDRESS}", b"# A\n\nThe violet heron.\n")


def _announced(client, tenant, send):
    asked = {"fileName": f"{NAME}.pdf", "contentType": "application/pdf"}
    return client.request("POST", "upload_ingest", tenant.agent, "/presign", json=asked)


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


@pytest.mark.parametrize(
    "call", [_runs, _keyed, _served, _uploads, _named, _joined, _announced, _events, _issues, _memories, _changed]
)
def test_no_name_brings_a_secret_into_what_is_stored(client, tenant, send, places_with, call) -> None:
    """Neither a row nor an object, its key or its metadata has it, whichever call named it."""
    answer = call(client, tenant, send)
    assert answer.status_code in (200, 201, 202), answer.text
    assert [places_with(TOKEN), places_with(PASSWORD), places_with(ADDRESS)] == [[], [], []]


def test_the_same_name_is_found_again(client, tenant, send) -> None:
    """A project with an address in it narrows the search as before, and a run's own question is its own."""
    client.post("agent_complete", tenant.agent, {"project": PROJECT, "learnings": ["The kiln is fired on Mondays."]})
    send("a.md", b"# A\n\nThe kiln is swept on Fridays.\n", tags=[ADDRESS])

    def named(**filters):
        answer = client.post("query_knowledge", tenant.reader, {"query": "When is the kiln swept?", **filters})
        return [match["learning"] for match in answer.json()["matches"]]

    assert any("Mondays" in text for text in named(project=PROJECT))
    assert [text for text in named(tags=[ADDRESS]) if "Fridays" in text]


@pytest.mark.parametrize("user", [TOKEN, f"password={PASSWORD}"])
def test_no_user_is_called_by_a_secret(client, tenant, send, user) -> None:
    """Refused, and nothing is kept; an address is a name that applications give."""
    entry = {"content": "I take the early train.", "category": "context"}
    assert client.request("POST", "user_memory", tenant.agent, f"/{user}/entries", json=entry).status_code == 422
    assert send("a.md", b"# A\n\nText.\n", userId=user).status_code == 422
    assert client.request("POST", "user_memory", tenant.agent, f"/{ADDRESS}/entries", json=entry).status_code == 200


@pytest.mark.parametrize("secret", [TOKEN, f"keys-{TOKEN}", f"password={PASSWORD}", ADDRESS])
def test_no_path_holds_a_secret(client, tenant, places_with, secret) -> None:
    """Refused with what to do, as a folder and as a file's name, and nothing is kept."""
    for path in (f"2-summaries/{secret}/a.md", f"3-descriptions/x/{secret}.md"):
        answer = client.request("PUT", "knowledge_files", tenant.admin, f"/{path}", json={"content": "# A\n\nText.\n"})
        assert answer.status_code == 422 and "name the file" in answer.json()["detail"]
        assert secret not in answer.text
    assert places_with(secret) == []


def test_a_file_keeps_its_name_where_nothing_is_secret(client, tenant, send) -> None:
    """Dates, numbers, digests and words about keys are no secrets; two that were redacted stay two."""
    for name in (
        "2026-11-22 token-refresh 0791234567.md",
        f"build-{'0a1b' * 10}.md",
        "user@host.md",
        "api_key rotation.md",
    ):
        assert send(name, f"# A\n\nThe {name} heron.\n".encode()).json()["path"] == f"assets/general/{name}"
    assert send(f"{'-' * 600}.md", b"# A\n\nText.\n").status_code == 422
    two = {send(f"{letter * 2}-{TOKEN}.md", f"# {letter}\n\nText.\n".encode()).json()["path"] for letter in "ab"}
    assert len(two) == 2 and all(path.endswith(".md") for path in two)
