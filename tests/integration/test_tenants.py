"""No tenant ever reads or changes anything of another's, on any route."""

from functools import reduce

import psycopg
import pytest
from knowledge import auth

from kloop import administration
from tests.conftest import ONE_ADAPTER
from tests.integration.conftest import routes
from tests.support.doubles import Watched
from tests.support.storage import new_bucket

MARKER = "The quartz zebra sleeps on port 4711."
RUN = "run-of-the-owner"
FILE = "2-summaries/product/secret.md"
SD = "SD-OF-THE-OWNER"
UPLOAD = "00000000-0000-4000-8000-000000000000"
USER = "user-of-the-owner"
ENTRY = "k_1"

# How a stranger would ask each route for what is not theirs. A new route is not covered until it stands here.
ATTACKS = {
    ("agent_complete", "POST", "/"): [
        {"run_id": RUN, "learnings": [MARKER]},
        {"run_id": RUN, "session_log": "Nothing happened."},
        {"learnings": [MARKER]},
    ],
    ("agent_complete", "POST", "/sessions"): [{}],
    ("embed", "POST", "/"): [{"input": MARKER}, {"learnings": [MARKER]}],
    ("query_knowledge", "POST", "/"): [
        {"query": MARKER, "match_count": 100},
        {"query": MARKER, "run_id": RUN},
        {"query": MARKER, "match_threshold": -1, "agent_type": "owner"},
    ],
    ("query_knowledge", "POST", "/context"): [{"task_type": "bug", "task_description": MARKER, "max_tokens": 2000}],
    ("forget", "DELETE", "/learnings/{id}"): [{}],
    ("forget", "DELETE", "/files/{path:path}"): [{}],
    ("forget", "DELETE", "/uploads/{upload_id}"): [{}],
    ("forget", "DELETE", "/users/{user}"): [{}],
    ("issue_patterns", "POST", "/search"): [{"query": MARKER}, {"query": MARKER, "matcher": "jaccard"}, {"sd_id": SD}],
    ("issue_patterns", "POST", "/retrospectives"): [{"title": MARKER, "failure_patterns": [MARKER], "sd_id": SD}],
    ("issue_patterns", "GET", "/"): [{}],
    ("issue_patterns", "POST", "/"): [{"issue_summary": MARKER}, {"issue_summary": MARKER, "pattern_id": "PAT-001"}],
    ("issue_patterns", "GET", "/{pattern_id}"): [{}],
    ("issue_patterns", "POST", "/{pattern_id}/occurrences"): [{"was_successful": True, "run_id": RUN}],
    ("issue_patterns", "POST", "/{pattern_id}/obsolete"): [{}],
    ("issue_patterns", "POST", "/{pattern_id}/merge"): [{"into": "PAT-001"}],
    ("knowledge_files", "GET", "/"): [{"prefix": "2-summaries/"}, {}],
    ("knowledge_files", "GET", "/{path:path}"): [{}, {"version": "1.0.0"}],
    ("knowledge_files", "PUT", "/{path:path}"): [{"content": "mine"}],
    ("knowledge_files", "DELETE", "/{path:path}"): [{}],
    ("knowledge_files", "POST", "/{path:path}"): [{"restore": "1.0.0"}],
    ("learnings", "GET", "/"): [{}, {"state": "active", "limit": 200}],
    ("learnings", "GET", "/instruction"): [{}],
    ("learnings", "GET", "/{id}"): [{}],
    ("learnings", "PATCH", "/{id}"): [{"learning": "Mine."}, {"tags": ["mine"]}],
    ("learnings", "DELETE", "/{id}"): [{}],
    ("learnings", "POST", "/{id}/pin"): [{}],
    ("learnings", "POST", "/{id}/restore"): [{}],
    ("learnings", "POST", "/{id}/confirm"): [{}],
    ("learnings", "POST", "/{id}/release"): [{}],
    ("learnings", "POST", "/{id}/feedback"): [{"verdict": "wrong"}],
    ("record_event", "POST", "/"): [{"kind": "research", "event_id": RUN, "content": MARKER}],
    ("reindex", "POST", "/"): [{}],
    ("size_enforcer", "POST", "/"): [{}],
    ("user_memory", "GET", "/tools"): [{}],
    ("user_memory", "GET", "/{user}"): [{}],
    ("user_memory", "PUT", "/{user}"): [{"entries": []}, {"entries": [], "version": 1}],
    ("user_memory", "DELETE", "/{user}"): [{}],
    ("user_memory", "POST", "/{user}"): [{"restore": 1}, {"restore": "previous"}],
    ("user_memory", "POST", "/{user}/entries"): [
        {"content": MARKER, "category": "rule"},
        {"content": MARKER, "category": "rule", "supersedes": ENTRY},
    ],
    ("user_memory", "DELETE", "/{user}/entries/{entry}"): [{}],
    ("user_memory", "POST", "/{user}/summarize"): [{"force": True}],
    ("user_memory", "GET", "/{user}/prompt"): [{}, {"objective": MARKER}],
    ("user_memory", "POST", "/{user}/session"): [{"objective": MARKER, "run_id": RUN}],
    ("user_memory", "POST", "/{user}/tools"): [
        {"name": "recall_knowledge", "arguments": {"query": MARKER}},
        {"name": "save_to_memory", "arguments": {"content": MARKER, "category": "rule"}},
    ],
    ("upload_ingest", "POST", "/"): [{}],
    ("upload_ingest", "POST", "/presign"): [{"filename": "secret.md"}],
    ("upload_ingest", "GET", "/uploads"): [{}, {"status": "done"}],
    ("upload_ingest", "GET", "/uploads/{upload_id}"): [{}],
    ("upload_ingest", "DELETE", "/uploads/{upload_id}"): [{}],
    ("upload_ingest", "POST", "/uploads/{upload_id}/restore"): [{}],
}


def owner_of(client, tenant):
    """The tenant, once it has learned something, was served it, and has completed a run."""
    run = {"run_id": RUN, "agent_type": "owner", "learnings": [MARKER]}
    assert client.post("agent_complete", tenant.agent, run).status_code == 200
    question = {"query": MARKER, "run_id": RUN}
    assert client.post("query_knowledge", tenant.agent, question).json()["matches"]
    issue = {"issue_summary": MARKER, "sd_id": SD, "solution": MARKER}
    assert client.request("POST", "issue_patterns", tenant.agent, "/", json=issue).status_code == 200
    file = {"content": f"Secret | v1.0.0, 2026-11-21T00:00:00+00:00 | {MARKER}"}
    assert client.request("PUT", "knowledge_files", tenant.agent, f"/{FILE}", json=file).status_code < 300
    entry = {"content": MARKER, "category": "rule"}
    assert client.request("POST", "user_memory", tenant.agent, f"/{USER}/entries", json=entry).status_code == 200
    return tenant


@pytest.fixture
def owner(client, new_tenant):
    """A tenant of the test's own that holds something of each kind."""
    return owner_of(client, new_tenant())


@pytest.fixture(scope="module")
def objects(s3):
    """The bucket of all of these tests: of one owner who is attacked on every route."""
    return new_bucket(s3)


@pytest.fixture(scope="module")
def owners():
    """Once some test has made it, the one whom nobody may change."""
    return []


@pytest.fixture
def attacked(client, new_tenant, owners):
    """An owner, the same for each route: a test that finds it changed has failed."""
    if not owners:
        owners.append(owner_of(client, new_tenant()))
    return owners[0]


def _path(path: str, learning: str = UPLOAD) -> str:
    named = {"{path:path}": FILE, "{upload_id}": UPLOAD, "{id}": learning, "{user}": USER, "{entry}": ENTRY}
    named["{pattern_id}"] = "PAT-001"
    return reduce(lambda url, name: url.replace(name, named[name]), named, path)


def test_every_route_is_attacked():
    """Each route of each function has its attacks above."""
    assert set(routes()) == set(ATTACKS)


@pytest.mark.parametrize("route", ATTACKS, ids=" ".join)
def test_another_tenants_key_reads_and_changes_nothing(client, attacked, new_tenant, stored, route):
    """With a stranger's key, what the owner holds is neither answered nor changed."""
    function, method, path = route
    before, stranger = stored(attacked.tenant_id), new_tenant()
    [held] = client.post("query_knowledge", attacked.reader, {"query": MARKER}).json()["matches"]
    for body in ATTACKS[route]:
        response = client.request(method, function, stranger.admin, _path(path, held["id"]), json=body)
        assert response.status_code < 500
        assert held["id"] not in response.text
        assert not response.content or response.json().get("repeated") is not True
    assert stored(attacked.tenant_id) == before


def test_a_key_with_another_tenants_id_opens_nothing(client, owner, new_tenant, all_stored):
    """The tenant's id is part of the key: with another id in front of a good secret, no route answers."""
    stranger = new_tenant()
    forged = stranger.admin.replace(stranger.tenant_id.hex, owner.tenant_id.hex)
    assert auth.tenant_of(forged) == owner.tenant_id
    before = all_stored()
    for (function, method, path), bodies in ATTACKS.items():
        for body in bodies:
            assert client.request(method, function, forged, _path(path), json=body).status_code == 401
    assert all_stored() == before


@ONE_ADAPTER
def test_no_test_sees_the_tenants_of_another(database):
    """Tests share a database as tenants do: in it, no call that is about all tenants is answered."""
    with pytest.raises(pytest.fail.Exception, match="tenant_ids sees all tenants"):
        database.call("tenant_ids")


def test_what_one_tenant_learned_another_learns_for_itself(client, owner, new_tenant):
    """The same learning of two tenants is two rows, each with its own frequency."""
    stranger = new_tenant()
    [kept] = client.post("agent_complete", stranger.agent, {"learnings": [MARKER]}).json()["learnings"]
    assert (kept["outcome"], kept["frequency"], kept["similarity"]) == ("inserted", 1, None)
    assert client.post("query_knowledge", stranger.reader, {"query": "zebra"}).json()["matches"][0]["frequency"] == 1


def test_a_removed_tenant_leaves_nothing(client, owner, stored, admin_url):
    """Whoever deletes a tenant deletes its keys, learnings, runs and what was served."""
    held = stored(owner.tenant_id)
    assert held["knowledge.knowledge"] and held["knowledge.api_keys"] and held["knowledge.served"]
    assert held["knowledge.user_knowledge"] and held["knowledge.user_knowledge_entries"]
    with psycopg.connect(admin_url) as connection:
        connection.execute("delete from knowledge.tenants where tenant_id = %s", [owner.tenant_id])
    assert not any(stored(owner.tenant_id).values())


READ = (
    "select relname from pg_stat_xact_user_tables"
    " where schemaname = 'knowledge' and seq_scan + coalesce(idx_scan, 0) > 0"
)


def test_a_tenant_is_found_without_a_look_at_what_tenants_hold(admin_url, tenant):
    """Its name or id is looked up in the one table of tenants; to list them all counts what each holds."""
    with administration.database(admin_url) as database:
        watched = Watched(database)
        assert administration.find_tenant(watched, str(tenant.tenant_id)) == tenant.tenant_id
    assert watched.calls == ["find_tenant"]
    with psycopg.connect(admin_url) as connection:
        for wanted in (str(tenant.tenant_id), "nobody"):
            connection.execute("select * from knowledge.find_tenant(wanted => %s)", [wanted])
        assert connection.execute(READ).fetchall() == [("tenants",)]
        connection.execute("select * from knowledge.list_tenants()")
        assert len(connection.execute(READ).fetchall()) > 1
