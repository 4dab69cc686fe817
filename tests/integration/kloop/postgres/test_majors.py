"""The SQL on every major version of PostgreSQL that is named, besides the one that every test runs on.

`KLOOP_POSTGRES_PROGRAMS` names the folders of their programs, as PATH does: `/usr/lib/postgresql/15/bin:…`. Debian's
package `postgresql-15` is one, with pgvector 0.8 or newer, packaged or built from its source with that folder's
`pg_config`. It is named rather than looked for: a server without pgvector is no server to test on.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import psycopg
import pytest
from knowledge.ports.database import PostgresDatabase

from kloop.postgres.migrate import SQL, apply
from kloop.postgres.server import SUPERUSER, Postgres
from tests.conftest import THROWAWAY, fast

VARIABLE = "KLOOP_POSTGRES_PROGRAMS"
NAMED = list(filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)))
SINCE_16 = {"scram_iterations"}
MIGRATIONS = [file.name for file in sorted((SQL / "migrations").glob("*.sql"))]


@pytest.fixture(scope="module", params=NAMED or [""])
def server(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """A server of another major version."""
    if not request.param:
        pytest.skip(f"NOT RUN: {VARIABLE} names no other PostgreSQL")
    options = {name: value for name, value in THROWAWAY.items() if name not in SINCE_16}
    programs = Path(request.param)
    with (
        TemporaryDirectory(prefix="knowledge-", dir=fast()) as folder,
        Postgres(Path(folder), options, programs) as server,
    ):
        yield server


@pytest.fixture
def administrator(server: Postgres) -> Iterator[str]:
    """A database and the login that owns it: no superuser, as at every provider, but one that may make roles."""
    name, password = f"admin_{uuid4().hex}", uuid4().hex
    with psycopg.connect(server.url(SUPERUSER), autocommit=True) as connection:
        connection.execute(f"create role {name} login createrole password '{password}'")
        connection.execute(f"create database {name} owner {name}")
    superuser = server.url(SUPERUSER).rpartition("/")[0]
    with psycopg.connect(f"{superuser}/{name}", autocommit=True) as connection:
        connection.execute("create schema extensions; create extension vector schema extensions;")
        connection.execute(f"grant all on schema extensions to {name} with grant option")
    yield f"postgresql://{name}:{password}@127.0.0.1:{server.port}/{name}"
    with psycopg.connect(server.url(SUPERUSER), autocommit=True) as connection:
        connection.execute(f"drop database {name} with (force)")
        connection.execute("drop role if exists service_role, knowledge_owner")


@pytest.mark.parametrize("login", ["superuser", "administrator"])
def test_migrate_applies(server: Postgres, administrator: str, login: str) -> None:
    """By a superuser and by a provider's administrator alike, everything is applied; the second time nothing is new."""
    name = administrator.rpartition("/")[2]
    url = administrator if login == "administrator" else f"{server.url(SUPERUSER).rpartition('/')[0]}/{name}"
    assert apply(url) == MIGRATIONS
    assert apply(url) == []


def test_the_functions_answer(server: Postgres) -> None:
    """A tenant is made, learns and asks: what is planned at the first call is valid there, too."""
    apply(server.url(SUPERUSER))
    server.let_app_in()
    database, administering = PostgresDatabase(server.url(), 1), PostgresDatabase(server.url(SUPERUSER), 1)
    tenant = uuid4()
    vector = [1.0] + [0.0] * 383
    try:
        administering.call("create_tenant", tenant_id=tenant, name=str(tenant), tier="free")
        entry = {"learning": "The API listens on port 8090.", "embedding": str(vector)}
        rows = database.call("upsert_knowledge", tenant_id=tenant, model="m", learnings=[entry])
        assert [row["outcome"] for row in rows] == ["inserted"]
        [row] = administering.call("list_tenants")
        assert row["learnings"] == 1
    finally:
        administering.close()
        database.close()
