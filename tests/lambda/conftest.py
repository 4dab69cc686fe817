"""The local stack where Lambda containers reach it."""

import json
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from containers import Sam, Stack, gateway, relaying
from knowledge import keys

from kloop import migrate, rest
from kloop.postgres import SUPERUSER, Postgres
from kloop.processes import LOOPBACK
from kloop.serving import serving

REST_KEY = "the-service-key-of-these-tests"


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """PostgreSQL and the REST endpoint over it, with one tenant, on the address of Docker's network."""
    with Postgres(tmp_path_factory.mktemp("postgres")) as postgres:
        migrate.apply(postgres.url(SUPERUSER))
        postgres.let_app_in()
        with serving(rest.create_app(rest.RestSettings(postgres.url(), REST_KEY))) as url:
            address, ports = gateway(), [postgres.port, int(url.rpartition(":")[2])]
            with relaying(address, ports):
                settings = {
                    "KNOWLEDGE_DATABASE_URL": postgres.url().replace(LOOPBACK, address),
                    "KNOWLEDGE_SUPABASE_URL": url.replace(LOOPBACK, address),
                    "KNOWLEDGE_SUPABASE_KEY": REST_KEY,
                }
                yield Stack(settings, _tenant_key(postgres.url()))


@pytest.fixture(scope="session", params=["postgres", "supabase"])
def sam(request: pytest.FixtureRequest, stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Sam:
    """`sam local` with the functions connected by each of the two adapters."""
    variables = tmp_path_factory.mktemp("sam") / "variables.json"
    variables.write_text(json.dumps({"Parameters": stack.settings}))
    return Sam(variables, request.param)


def _tenant_key(url: str) -> str:
    tenant = uuid4()
    key = keys.new(tenant)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("select * from knowledge.create_tenant(%s, 'containers', 'free')", [tenant])
        connection.execute("select * from knowledge.create_key(%s, %s, 'admin')", [tenant, keys.digest(key)])
    return key
