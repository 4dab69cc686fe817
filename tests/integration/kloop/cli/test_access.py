"""kloop tenants and kloop keys over a deployment's database."""

import pytest
from knowledge import auth
from knowledge.errors import Conflict, Invalid

from kloop.errors import StackError
from tests.conftest import ONE_ADAPTER
from tests.support.commands import run


@pytest.fixture
def kloop(admin_url, monkeypatch):
    """Runs a command as this database's administrator."""
    monkeypatch.setenv("KLOOP_DATABASE_URL", admin_url)
    monkeypatch.setenv("COLUMNS", "200")
    return run


def key_of(kloop, tenant, *options):
    code, printed = kloop("keys", "create", "--tenant", tenant, "--quiet", *options)
    assert code == 0
    return printed.strip()


def test_a_tenant_is_listed_as_it_was_made_and_changed(kloop):
    """Under its name as it is written, which formats nothing, with its tier, what is redacted, and its e-mails."""
    _, tenant_id = kloop("tenants", "create", "[red]odd[/]", "--tier", "pro")
    kloop("tenants", "upgrade", tenant_id.strip(), "--tier", "team")
    kloop("tenants", "redact", "[red]odd[/]", "--files", "secrets")
    kloop("tenants", "emails", "[red]odd[/]", "--keep")
    assert kloop("tenants", "emails", "[red]odd[/]")[0] == 2  # neither is meant, and both are named
    _, listed = kloop("tenants", "list")
    assert [line.split() for line in listed.splitlines()[1:]] == [
        ["[red]odd[/]", "team", "secrets", "kept", "0/25000", tenant_id.strip()]
    ]


@ONE_ADAPTER
def test_a_key_lets_in_with_its_role_until_it_is_revoked(kloop, client):
    """A script gets the key alone; by it, or by the id that its list shows, it ends."""
    kloop("tenants", "create", "acme")
    key, lost = key_of(kloop, "acme", "--role", "reader"), key_of(kloop, "acme", "--label", "[lost]")
    assert client.post("query_knowledge", key, {"query": "x"}).status_code == 200
    assert client.post("agent_complete", key, {"run_id": "r1"}).status_code == 403
    kloop("keys", "revoke", key)
    kloop("keys", "revoke", auth.key_digest(lost)[:12], "--tenant", "acme")
    assert client.post("query_knowledge", key, {"query": "x"}).status_code == 401
    assert client.post("query_knowledge", lost, {"query": "x"}).status_code == 401
    _, listed = kloop("keys", "list", "--tenant", "acme")
    assert "[lost]" in listed and key not in listed and lost not in listed


def test_white_space_around_a_name_is_no_part_of_it(kloop):
    """Whoever makes a tenant and whoever looks for it may have typed it; nothing but that is no name."""
    _, tenant_id = kloop("tenants", "create", "\u00a0acme two \n")
    for written in ("acme two", "\tacme two\u3000", f" {tenant_id}"):
        assert kloop("tenants", "upgrade", written, "--tier", "pro")[0] == 0
    with pytest.raises(Conflict):
        kloop("tenants", "create", "acme two ")
    with pytest.raises(Invalid):
        kloop("tenants", "create", " \u00a0\n")


def test_who_is_not_there_gets_no_key(kloop):
    """The message says what makes a tenant."""
    with pytest.raises(StackError, match="tenants create"):
        kloop("keys", "create", "--tenant", "[/nobody]")
