"""Who may ask: a key that opens nothing is refused by every route, and a role may do what those below it may."""

from uuid import uuid4

from knowledge import auth

from tests.integration.conftest import routes
from tests.integration.test_bad_input import assert_problem


def test_a_key_that_opens_nothing_is_refused_by_every_route(client, tenant, administrator, all_stored, subtests):
    """Missing, malformed, unknown and revoked keys get a 401 that says what to send, on every route."""
    revoked = auth.new_key(tenant.tenant_id)
    administrator.call("create_key", tenant_id=tenant.tenant_id, key_hash=auth.key_digest(revoked), role="admin")
    administrator.call("revoke_key", tenant_id=tenant.tenant_id, key_hash=auth.key_digest(revoked))
    wrong = {
        "missing": {"Authorization": ""},
        "another scheme": {"Authorization": f"Basic {tenant.admin}"},
        "malformed": {"Authorization": "Bearer kl_123"},
        "unknown": {"Authorization": f"Bearer {auth.new_key(tenant.tenant_id)}"},
        "of an unknown tenant": {"Authorization": f"Bearer {auth.new_key(uuid4())}"},
        "with one letter changed": {
            "Authorization": f"Bearer {tenant.admin[:-1]}{'A' if tenant.admin[-1] != 'A' else 'B'}"
        },
        "not ASCII": {"Authorization": b"Bearer kl_\xff\xfe"},
        "revoked": {"Authorization": f"Bearer {revoked}"},
    }
    before = all_stored()
    for function, method, path in routes():
        for name, headers in wrong.items():
            with subtests.test(function=function, path=path, key=name):
                response = client.request(method, function, "", path.replace("{", "").replace("}", ""), headers=headers)
                assert_problem(response, 401, "Authorization: Bearer")
                assert response.headers["www-authenticate"] == "Bearer"
    assert all_stored() == before


def test_a_role_may_do_what_those_below_it_may(client, tenant, all_stored):
    """A reader asks and embeds, but what changes the knowledge takes an agent's key."""
    learning = {"learnings": ["The staging host is called blue."]}
    before = all_stored()
    for function in ("agent_complete", "embed", "record_event"):
        assert_problem(client.post(function, tenant.reader, learning), 403, "role agent")
    assert all_stored() == before
    for key in (tenant.reader, tenant.agent, tenant.admin):
        assert client.post("query_knowledge", key, {"query": "a"}).status_code == 200
        assert client.post("embed", key, {"input": "a"}).status_code == 200
    for key in (tenant.agent, tenant.admin):
        assert client.post("agent_complete", key, learning).status_code == 200
