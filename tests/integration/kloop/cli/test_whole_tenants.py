"""kloop tenants export, import and delete over a deployment's database and bucket."""

from uuid import uuid4

import pytest

from kloop.errors import StackError
from tests.conftest import ONE_ADAPTER
from tests.support.commands import run

pytestmark = ONE_ADAPTER

PORT = "The billing service listens on port 8090."


@pytest.fixture
def kloop(admin_url, client, monkeypatch):
    """Runs a command as the administrator of the database and the bucket that the functions have."""
    monkeypatch.setenv("KLOOP_DATABASE_URL", admin_url)
    monkeypatch.setenv("COLUMNS", "200")
    return run


@pytest.fixture
def known(client, tenant):
    """Asks for what was learned, as the tenant's agent."""
    client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [PORT]}).raise_for_status()
    return lambda: client.post("query_knowledge", tenant.agent, {"query": "Where does the billing service listen?"})


def test_a_tenant_that_was_deleted_is_put_in_again(kloop, known, tenant, tmp_path):
    """Under its id, with the keys and the knowledge that it had; where it is there, nothing is put over it."""
    archive = tmp_path / "[tenant].tar.gz"
    code, printed = kloop("tenants", "export", tenant.tenant_id, archive)
    assert code == 0 and str(archive) in printed and "rows" in printed
    with pytest.raises(StackError, match="already"):
        kloop("tenants", "import", archive)
    _, printed = kloop("tenants", "delete", tenant.tenant_id, "--yes")
    assert printed.endswith("Looked again: nothing is left.\n")
    assert known().status_code == 401
    _, printed = kloop("tenants", "import", archive)
    assert f"{tenant.tenant_id} is here, and compared equal." in printed
    assert [match["learning"] for match in known().json()["matches"]] == [PORT]


def test_a_tenant_stays_without_yes(kloop, known, tenant):
    """The command says what it would do."""
    with pytest.raises(StackError, match="--yes"):
        kloop("tenants", "delete", tenant.tenant_id)
    assert known().status_code == 200


def test_what_only_the_bucket_knows_of_a_tenant_goes_by_its_id(kloop, objects):
    """Left by a deletion that was cut off; a name would not find it any more."""
    gone = uuid4()
    objects.put(f"{gone}/assets/left.md", b"x", content_type="text/markdown", if_match=None)
    code, _ = kloop("tenants", "delete", gone, "--yes")
    assert code == 0 and not list(objects.keys(f"{gone}/"))
