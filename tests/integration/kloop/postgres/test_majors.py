"""The SQL on every other major version of PostgreSQL that is at hand, besides the one that every test runs on.

`KLOOP_POSTGRES_PROGRAMS` names the folder of its programs, with pgvector 0.8 or newer, packaged or built from its
source with that folder's `pg_config`, as `make majors` does. What Debian's packages put in /usr is found without it:
`postgresql-17` with `postgresql-17-pgvector`, where that is new enough.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from knowledge.ports.database import PostgresDatabase

from kloop.postgres.migrate import SQL, apply
from kloop.postgres.server import SUPERUSER, Postgres
from tests.conftest import PROGRAMS, throwaway

pytestmark = pytest.mark.xdist_group("server")  # one server serves them all
DEBIAN = Path("/usr")
PGVECTOR = (0, 8)
MIGRATIONS = [file.name for file in sorted((SQL / "migrations").glob("*.sql"))]


def installed(usr: Path) -> list[str]:
    """The programs of each server that Debian's packages put there, if they put pgvector beside it."""
    servers = sorted(usr.glob("lib/postgresql/*/bin/postgres"))
    return [str(server.parent) for server in servers if _pgvector(usr, server.parts[-3]) >= PGVECTOR]


def _pgvector(usr: Path, major: str) -> tuple[int, ...]:
    control = usr / "share" / "postgresql" / major / "extension" / "vector.control"
    version = re.search(r"^default_version = '(\d+)\.(\d+)", control.read_text(), re.M) if control.exists() else None
    return tuple(map(int, version.groups())) if version else ()


@pytest.fixture(scope="module", params=[PROGRAMS] if PROGRAMS else installed(DEBIAN) or [""])
def server(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """A server of another major version."""
    if not request.param:
        pytest.skip(f"NOT RUN: {DEBIAN} has no other PostgreSQL with pgvector 0.8, and `make majors` builds one")
    with throwaway(request.param) as server:
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


def test_debians_servers_are_found(tmp_path: Path) -> None:
    """A server with pgvector 0.8 or newer is one to test on; one without, or with an older one, is not."""
    for major, version in {"13": None, "14": "0.7.4", "15": "0.8.0", "16": "0.10.1"}.items():
        programs, extensions = (
            tmp_path / f"lib/postgresql/{major}/bin",
            tmp_path / f"share/postgresql/{major}/extension",
        )
        programs.mkdir(parents=True)
        extensions.mkdir(parents=True)
        (programs / "postgres").touch()
        if version:
            (extensions / "vector.control").write_text(f"comment = 'vectors'\ndefault_version = '{version}'\n")
    assert [Path(server).parent.name for server in installed(tmp_path)] == ["15", "16"]


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
