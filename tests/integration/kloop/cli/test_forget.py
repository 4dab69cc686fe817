"""kloop forget: for good, over a served function, with a manifest for people and for scripts."""

import json
from functools import partial

import pytest

from kloop.errors import StackError
from tests.conftest import ONE_ADAPTER
from tests.support.commands import commands_against

pytestmark = ONE_ADAPTER

PORT = "The billing service listens on port 8090."
FILE = "2-summaries/product/tariff über all.md"


@pytest.fixture
def kloop(client, tenant, monkeypatch, tmp_path):
    """Runs a command of `kloop forget` as this tenant's administrator; gives its exit code and what it prints."""
    app = client.apps["forget"].app
    with commands_against(app, "KLOOP_FORGET_URL", tenant.admin, tmp_path, monkeypatch) as run:
        yield partial(run, "forget")


@pytest.fixture
def known(client, tenant):
    """The id of a learning."""
    answer = client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [PORT]})
    return answer.json()["learnings"][0]["id"]


def test_a_learning_goes_with_its_manifest(kloop, client, tenant, known):
    """What went is printed by kind, and that nothing was found again; then there is no such learning."""
    code, printed = kloop("learning", known, "--yes")
    assert code == 0
    assert "learnings" in printed and printed.endswith("Looked again: nothing is left.\n")
    assert client.request("GET", "learnings", tenant.reader, f"/{known}").status_code == 404


def test_nothing_goes_without_yes(kloop, client, tenant, known):
    """The command says what it would do."""
    with pytest.raises(StackError, match="--yes"):
        kloop("learning", known)
    assert client.request("GET", "learnings", tenant.reader, f"/{known}").status_code == 200


def test_a_script_gets_the_manifest_alone(kloop, client, tenant):
    """As JSON: of a file whose path has what a URL has not, an upload, a user."""
    client.request("PUT", "knowledge_files", tenant.admin, f"/{FILE}", json={"content": "Text."}).raise_for_status()
    file = {"file": ("a.md", b"# A\n\nThe heron came by.\n")}
    sent = client.request("POST", "upload_ingest", tenant.admin, "/", files=file).json()
    entry = {"content": "I take the early train.", "category": "context"}
    client.request("POST", "user_memory", tenant.agent, "/anna-1/entries", json=entry).raise_for_status()
    for kind, subject, went in (
        ("file", FILE, "files"),
        ("upload", sent["upload_id"], "uploads"),
        ("user", "anna-1", "memory entries"),
    ):
        code, printed = kloop(kind, subject, "--yes", "--json")
        manifest = json.loads(printed)
        assert (code, manifest["kind"], manifest["removed"][went], manifest["remaining"]) == (0, kind, 1, {})


def test_what_is_left_is_another_exit_code(kloop, client, tenant, known):
    """What a person's file says in the same words stays, is named, and a script can tell."""
    path = "/3-descriptions/user/guides/ports.md"
    content = {"content": f"# Ports\n\n{PORT}\n"}
    client.request("PUT", "knowledge_files", tenant.admin, path, json=content).raise_for_status()
    client.post("reindex", tenant.admin, {}).raise_for_status()
    code, printed = kloop("learning", known, "--yes", "--json")
    assert code == 3 and "knowledge_embeddings" in json.loads(printed)["remaining"]


def test_what_is_refused_says_why(kloop, tenant, known, monkeypatch):
    """What is not there, and a key that may not."""
    with pytest.raises(StackError, match="404"):
        kloop("file", "2-summaries/product/none.md", "--yes")
    monkeypatch.setenv("KLOOP_KEY", tenant.agent)
    with pytest.raises(StackError, match="403"):
        kloop("learning", known, "--yes")
