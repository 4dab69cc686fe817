"""What a key and a tenant may use and hold: refused with the way on, counted in Postgres, whoever serves."""

import runpy
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from knowledge.settings import settings

from tests.conftest import ONE_ADAPTER, ROOT
from tests.integration.conftest import Client

FILE = "/2-summaries/product/pricing.md"


@pytest.fixture
def run(admin_url: str) -> Callable[..., list[Any]]:
    """Runs a statement on the test's database, in which the minute that is counted never ends."""

    def execute(statement: str, *arguments: Any) -> list[Any]:
        with psycopg.connect(admin_url) as connection:
            cursor = connection.execute(
                f"set search_path = knowledge; {statement}" if not arguments else statement, arguments
            )
            while cursor.nextset():
                pass
            return cursor.fetchall() if cursor.description else []

    [(counting,)] = execute("select pg_get_functiondef('_use'::regproc)")
    assert "clock_timestamp()" in counting
    execute(counting.replace("clock_timestamp()", "timestamptz '2026-11-27 12:00:30Z'"))
    return execute


def ask(client: Client, key: str) -> Any:
    return client.request("GET", "learnings", key, "/instruction")


def used(run: Callable[..., list[Any]], **amounts: int) -> None:
    """As if the tenant's keys had used so much of the minute, each."""
    run("update usage set " + ", ".join(f"{name} = {amount}" for name, amount in amounts.items()))


def test_a_key_over_its_requests_waits_for_the_next_minute(client, tenant, run) -> None:
    """A 429 says how long; the tenant's other keys go on; a minute later so does this one."""
    assert ask(client, tenant.agent).status_code == ask(client, tenant.reader).status_code == 200
    used(run, requests=0)
    run(
        "update usage set requests = 1200 where requests = 0 and key in (select left(key_hash, 12) from api_keys"
        " where role = 'agent')"
    )
    refused = ask(client, tenant.agent)
    assert (refused.status_code, refused.headers["content-type"]) == (429, "application/problem+json")
    assert refused.headers["retry-after"] == "30"
    assert "requests" in refused.json()["detail"]
    assert ask(client, tenant.reader).status_code == 200
    run("update usage set minute = minute - interval '1 minute'")
    assert ask(client, tenant.agent).status_code == 200


def test_a_tenants_keys_share_its_limit(client, tenant, new_tenant, run) -> None:
    """Three keys below their own are over it together; another tenant is not concerned."""
    for key in (tenant.reader, tenant.agent, tenant.admin):
        assert ask(client, key).status_code == 200
    used(run, requests=900)
    assert ask(client, tenant.reader).status_code == 429
    assert ask(client, new_tenant().reader).status_code == 200


def test_requests_and_bytes_are_counted_by_the_call_that_authenticates(client, tenant, run) -> None:
    """Each request once, with the bytes that it announces."""
    for _ in range(3):
        client.post("learnings", tenant.agent, {"x": "y" * 1000})
        client.request("POST", "query_knowledge", tenant.agent, "/", content=b"{" + b" " * 2000 + b"}")
    [(requests, size)] = run("select requests, bytes from usage")
    assert requests == 3 and size >= 6000
    used(run, bytes=2**28)
    assert "bytes" in client.post("query_knowledge", tenant.agent, {"query": "x"}).json()["detail"]


def test_tokens_are_counted_before_they_are_embedded(client, tenant, run, embedder) -> None:
    """embed refuses what is over the minute's tokens, and one request has a million characters at most."""
    answer = client.post("embed", tenant.reader, {"input": ["one two three", "four"]})
    [(tokens,)] = run("select tokens from usage")
    assert tokens == answer.json()["usage"]["total_tokens"] == sum(embedder.count_tokens(["one two three", "four"]))
    used(run, tokens=250_000)
    refused = client.post("embed", tenant.reader, {"input": "five"})
    assert refused.status_code == 429 and "tokens" in refused.json()["detail"]
    too_many = client.post("embed", tenant.agent, {"input": ["xy" * 45_000] * 12})
    assert too_many.status_code == 422 and "1,000,000 characters" in too_many.json()["detail"]


def test_what_an_upload_has_embedded_counts_against_its_key(client, tenant, run, embedder) -> None:
    """As many tokens as its passages have; then the key waits, and a file that is there already costs nothing."""
    text = "The pump hums at 50 Hz in the night. " * 40

    def send(name: str, key: str):
        file = (name, f"# Pump\n\n{text}".encode())
        return client.request("POST", "upload_ingest", key, "/", files={"file": file})

    assert send("a.md", tenant.agent).status_code == 200
    [(tokens,)] = run("select tokens from usage")
    [(passages,)] = run(
        "select array_agg(chunk_text) from knowledge_embeddings where starts_with(file_path, 'assets/')"
    )
    assert tokens == sum(embedder.count_tokens(passages)) > 300
    assert send("b.md", tenant.agent).status_code == 200
    assert run("select tokens from usage") == [(tokens,)]
    used(run, tokens=250_001)
    refused = send("c.md", tenant.agent)
    assert refused.status_code == 429 and "tokens" in refused.json()["detail"]


def test_what_comes_by_the_bucket_counts_against_its_tenant(client, tenant, run, objects) -> None:
    """Nobody's request brings it: no key alone is refused for it, and all are where it is over the tenant's."""
    key = f"{tenant.tenant_id}/assets/t/a.md"
    objects.put(key, b"# Pump\n\n" + b"The pump hums at 50 Hz. " * 40, content_type="text/markdown", if_match=None)
    event = {"Records": [{"eventName": "ObjectCreated:Put", "s3": {"bucket": {"name": "b"}, "object": {"key": key}}}]}
    runpy.run_path(str(ROOT / "functions" / "upload_ingest" / "main.py"))["handler"](event, None)
    [(name, tokens)] = run("select key, tokens from usage")
    assert name == "events" and tokens > 100
    used(run, tokens=500_001)
    assert ask(client, tenant.reader).status_code == 429


def test_what_is_learned_counts_its_tokens(client, tenant, run) -> None:
    """Each text once: what is known already has its vector."""
    learned = ["The billing service listens on port 8090.", "The mail service listens on port 8025."]
    for _ in range(2):
        client.post("agent_complete", tenant.agent, {"learnings": learned})
    [(tokens,)] = run("select tokens from usage")
    assert 10 < tokens < 60


def test_a_form_counts_the_bytes_that_it_takes(client, tenant, run) -> None:
    """What is posted to the bucket passes no function, so it is counted when the form is given."""
    form = {"fileName": "a.pdf", "contentType": "application/pdf", "size": 5_000_000}
    assert client.request("POST", "upload_ingest", tenant.agent, "/presign", json=form).status_code == 200
    [(size,)] = run("select bytes from usage")
    assert size > 5_000_000


@pytest.mark.parametrize("kind", ["files", "versions", "bytes"])
def test_a_full_tier_takes_no_more_and_says_so(client, tenant, run, kind) -> None:
    """A write is a 402 with nothing written; reading and deleting go on, and then there is room again."""

    def put(text):
        return client.request("PUT", "knowledge_files", tenant.agent, FILE, json={"content": text})

    assert put("a\n").status_code == 200
    [(held,)] = run(f"select {kind} from holdings")
    assert held in (1, 2)
    run(f"update holdings set {kind} = {kind} + (select {kind} from _tier_limits('free')) - 1")
    refused = client.request("PUT", "knowledge_files", tenant.agent, "/2-summaries/product/b.md", json={"content": "b"})
    assert refused.status_code == 402 and kind in refused.json()["detail"]
    run_body = {"run_id": "r", "learnings": ["The billing service listens on port 8090."]}
    assert client.post("agent_complete", tenant.agent, run_body).status_code == 402
    assert client.request("GET", "knowledge_files", tenant.reader, FILE).status_code == 200
    assert client.request("DELETE", "knowledge_files", tenant.agent, FILE).status_code == 200


def test_what_is_held_is_counted_as_it_comes_and_goes(client, tenant, run) -> None:
    """Files, versions, events, chunks and bytes are at every moment what the tables have."""

    def counted() -> Any:
        [row] = run("select files, versions, events, chunks, bytes from holdings")
        [held] = run(
            "select (select count(*) from knowledge_files where content_hash is not null),"
            " (select count(*) from knowledge_versions), (select count(*) from events),"
            " (select count(*) from knowledge_embeddings),"
            " (select coalesce(sum(size), 0) from knowledge_files where content_hash is not null)"
            " + (select coalesce(sum(size), 0) from uploads where content_hash is not null)"
        )
        assert row == held
        return row

    client.post("agent_complete", tenant.agent, {"run_id": "r", "objective": "Mend.", "learnings": ["It is mended."]})
    event = {"kind": "research", "event_id": "e", "content": "We found that the pump hums at 50 Hz in the night."}
    client.post("record_event", tenant.agent, event)
    client.request("POST", "upload_ingest", tenant.agent, "/", files={"file": ("a.md", b"# A\n\nText of a file.\n")})
    client.post("reindex", tenant.admin, {})
    assert all(counted())
    for path in [
        entry["path"] for entry in client.request("GET", "knowledge_files", tenant.agent, "/").json()["files"]
    ]:
        client.request("DELETE", "forget", tenant.admin, f"/files/{path}")
    assert counted()[0] == 0


def test_the_operator_may_count_elsewhere(client, tenant, run, monkeypatch) -> None:
    """With KNOWLEDGE_RATE_LIMITS off nothing is counted."""
    monkeypatch.setenv("KNOWLEDGE_RATE_LIMITS", "false")
    settings.cache_clear()
    assert ask(client, tenant.agent).status_code == 200
    assert run("select count(*) from usage") == [(0,)]
    settings.cache_clear()


pytestmark = ONE_ADAPTER
