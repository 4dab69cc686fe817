"""kloop learnings: what a person reads, corrects and forgets, over a served function."""

import json

import pytest

from kloop.errors import StackError
from tests.conftest import ONE_ADAPTER
from tests.support.commands import commands_against

pytestmark = ONE_ADAPTER

PORT = "The billing service listens on port 8090."


@pytest.fixture
def kloop(client, tenant, monkeypatch, tmp_path):
    """Runs a command of `kloop learnings` as this tenant's administrator; gives what it prints."""
    app = client.apps["learnings"].app
    with commands_against(app, "KLOOP_LEARNINGS_URL", tenant.admin, tmp_path, monkeypatch) as run:

        def printed(*arguments):
            code, output = run("learnings", *arguments)
            assert code == 0
            return output

        yield printed


@pytest.fixture
def known(client, tenant):
    """The id of a learning."""
    answer = client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [PORT]})
    return answer.json()["learnings"][0]["id"]


def test_a_list_shows_what_passes_its_filters(kloop, known):
    """Each learning with its id, and none that another state or text is asked for."""
    listed = kloop("list", "--search", "port 80")
    assert known in listed and " ".join(listed.split()).endswith(f"{known} active fact 1 {PORT}")
    assert known not in kloop("list", "--status", "held")
    assert known not in kloop("list", "--status", "review", "--project", "shop")
    assert known not in kloop("review")


def test_a_list_is_answered_as_json_where_a_program_reads_it(kloop, known):
    """As the function answers it."""
    [row] = json.loads(kloop("list", "--json"))["learnings"]
    assert (row["id"], row["learning"]) == (known, PORT)
    assert json.loads(kloop("review", "--json"))["learnings"] == []


def test_one_is_corrected_forgotten_and_brought_back(kloop, known):
    """What is printed is what holds from then on, and how to undo it; its history tells of each."""
    assert kloop("edit", known, "Billing listens on port 8091.") == "Billing listens on port 8091.\n"
    assert kloop("pin", known) == kloop("pin", known, "--remove") == "Billing listens on port 8091.\n"
    assert f"kloop learnings restore {known}" in kloop("forget", known)
    assert known not in kloop("list")
    assert kloop("restore", known) == "Billing listens on port 8091.\n"
    shown = kloop("show", known)
    assert all(act in shown for act in ("changed by", "forget by", "restore by"))


def test_what_is_refused_says_why(kloop, tenant, known, monkeypatch):
    """A learning that is not there, a key that may not, and no key at all."""
    with pytest.raises(StackError, match="404"):
        kloop("show", str(tenant.tenant_id))
    monkeypatch.setenv("KLOOP_KEY", tenant.reader)
    with pytest.raises(StackError, match="403"):
        kloop("forget", known)
    monkeypatch.delenv("KLOOP_KEY")
    with pytest.raises(StackError, match="kloop keys create"):
        kloop("list")
