"""The function reindex by each of its doors."""

import json
import runpy

import pytest
from knowledge import wiring
from knowledge.files import paths
from knowledge.ports.object_store import MARKDOWN

from tests.conftest import ROOT
from tests.support.doubles import Jobs

PATH = "3-descriptions/user/guides/déploy guide.md"
TEXT = "# Deploy\n\nDeployments run every Tuesday at noon from the release branch.\n"


@pytest.fixture
def handler(client):
    """Lambda's door of the function."""
    return runpy.run_path(str(ROOT / "functions" / "reindex" / "main.py"))["handler"]


@pytest.fixture
def key(tenant) -> str:
    return paths.key(str(tenant.tenant_id), PATH)


@pytest.fixture
def written(objects, key) -> str:
    """A file in the bucket; its ETag."""
    return objects.put(key, TEXT.encode(), content_type=MARKDOWN, if_match=None).etag


def message(number: int, body) -> dict[str, str]:
    return {"messageId": str(number), "eventSource": "aws:sqs", "body": json.dumps(body)}


def storage_event(key: str, name: str = "Object Created", **stored) -> dict:
    detail = {"bucket": {"name": "knowledge"}, "object": {"key": key, **stored}}
    return {"source": "aws.s3", "detail-type": name, "detail": detail}


def ask(client, tenant) -> list[dict]:
    return client.post("query_knowledge", tenant.reader, {"query": "When do deployments run?"}).json()["matches"]


def test_what_is_written_is_found_with_its_source(client, tenant, handler, key, written):
    """A storage event is enough: the next question is answered from the file, with path, heading and scope."""
    assert handler({"Records": [message(1, storage_event(key, etag=written.strip('"')))]}, None) == {
        "batchItemFailures": []
    }
    [match] = ask(client, tenant)
    assert (match["kind"], match["scope"], match["source_type"]) == ("chunk", "user", "markdown")
    assert (match["source"]["path"], match["source"]["heading"]) == (PATH, "Deploy")
    assert match["learning"] == TEXT.strip()


def test_what_is_deleted_is_not_found(client, tenant, handler, objects, key, written):
    """Events that arrive twice and out of order end with what is there."""
    created, deleted = storage_event(key, etag=written.strip('"')), storage_event(key, "Object Deleted")
    handler({"Records": [message(1, created)]}, None)
    objects.delete(key, if_match=written)
    for event in (deleted, created, deleted, created):
        handler({"Records": [message(1, event)]}, None)
    assert ask(client, tenant) == []


def test_one_failing_message_does_not_hold_up_the_others(client, tenant, handler, key, written):
    """Only the messages that failed are delivered again; objects that are none of ours are no failure."""
    foreign = [
        storage_event("no-tenant/readme.txt"),
        storage_event(f"{'0' * 8}-0000-0000-0000-{'0' * 12}/1-index/x.md"),
    ]
    messages = [
        message(1, {"job": "unheard of"}),
        message(2, storage_event(key)),
        *(message(3 + number, event) for number, event in enumerate(foreign)),
    ]
    assert handler({"Records": messages}, None) == {"batchItemFailures": [{"itemIdentifier": "1"}]}
    assert len(ask(client, tenant)) == 1


def test_on_demand_it_takes_an_admin(client, tenant, written):
    """An admin's key reindexes and is told what was done; an agent's is refused."""
    assert client.post("reindex", tenant.agent, {}).status_code == 403
    report = client.post("reindex", tenant.admin, {"prefix": "3-descriptions/"}).json()
    assert (report["indexed"], report["chunks_embedded"], report["model"]) == (1, 1, "all-MiniLM-L6-v2")
    assert client.post("reindex", tenant.admin, {}).json()["unchanged"] == 1
    assert client.post("reindex", tenant.admin, {"prefix": "../other"}).status_code == 422


@pytest.mark.usefixtures("admin_url")
def test_the_schedule_reindexes_every_tenant(client, tenant, new_tenant, handler, objects, written, monkeypatch):
    """With a queue a job a tenant, which the same function does; without, at once."""
    event = json.loads((ROOT / "events" / "reindex.schedule.json").read_text())
    new_tenant()
    jobs = Jobs()
    monkeypatch.setattr(wiring, "queue", lambda: jobs)
    assert handler(event, None)["queued"] == 2 == len(jobs.sent)
    assert ask(client, tenant) == []
    handler({"Records": [message(number, job) for number, job in enumerate(jobs.sent)]}, None)
    assert len(ask(client, tenant)) == 1
    monkeypatch.setattr(wiring, "queue", lambda: None)
    assert handler(event, None) == {"reindexed": 2, "failed": 0, "queued": 0}


def test_what_nobody_waits_for_is_told_in_the_log(client, tenant, handler, key, written, log_lines):
    """A storage event and a job each leave a line with what was done, in numbers."""
    job = {"job": "reindex", "tenant_id": str(tenant.tenant_id)}
    handler({"Records": [message(1, storage_event(key)), message(2, job)]}, None)
    entries = [line for line in log_lines() if line["event"] == "reindexed"]
    assert [line["tenant_id"] for line in entries] == [str(tenant.tenant_id)] * 2
    assert (entries[0]["indexed"], entries[0]["chunks_embedded"], entries[1]["unchanged"]) == (1, 1, 1)
    assert PATH not in json.dumps(entries, ensure_ascii=False)


def test_the_samples_are_understood(client, handler):
    """Every sample event of the function is taken, though its tenant is not there."""
    for name in ("storage", "job"):
        event = json.loads((ROOT / "events" / f"reindex.{name}.json").read_text())
        assert handler(event, None) == {"batchItemFailures": []}


def test_a_chunk_that_was_handed_to_a_run_is_not_learned_back(client, tenant, handler, key, written):
    """What a run says again of a file that it was shown is no learning of its own."""
    handler({"Records": [message(1, storage_event(key))]}, None)
    question = {"query": "When do deployments run?", "run_id": "r9"}
    assert client.post("query_knowledge", tenant.reader, question).json()["matches"]
    log = "Deployments run every Tuesday at noon from the release branch.\n"
    learned = client.post("agent_complete", tenant.agent, {"run_id": "r9", "session_log": log}).json()["learnings"]
    assert not any("Tuesday" in learning["learning"] for learning in learned)


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({"scope": "user"}, 1),
        ({"scope": "learned"}, 1),
        ({"kind": "chunk"}, 1),
        ({"kind": "fact"}, 1),
        ({"sourceType": "markdown"}, 1),
        ({"source_type": "learning"}, 1),
        ({"agent_type": "coder"}, 2),
        ({"agent_type": "tester"}, 1),
        ({"tags": ["none"]}, 0),
        ({}, 2),
    ],
)
def test_filters_choose_among_learnings_and_chunks(client, tenant, handler, key, written, filters, count):
    """Each filter holds for every match, of either kind; what has no agent type is for all."""
    handler({"Records": [message(1, storage_event(key))]}, None)
    learning = {"run_id": "r1", "agent_type": "coder", "learnings": ["Deployments need two approvals."]}
    client.post("agent_complete", tenant.agent, learning)
    matches = client.post("query_knowledge", tenant.reader, {"query": "deployments", **filters}).json()["matches"]
    assert len(matches) == count
    names = {"sourceType": "source_type"}
    for name, value in filters.items():
        values = [match[names.get(name, name)] for match in matches]
        assert all(one == value or (name == "agent_type" and one is None) for one in values)


def test_a_filter_that_is_none_is_refused(client, tenant):
    """An unknown scope gets a 422, not an empty answer."""
    assert client.post("query_knowledge", tenant.reader, {"query": "x", "scope": "secret"}).status_code == 422
