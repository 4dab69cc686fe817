"""Real Postgres, one database of many tests or a clone of the template for one, and both adapters over it."""

import gc
import os
import secrets
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID, uuid4

import httpx
import hypothesis
import psycopg
import pytest
from knowledge import auth
from knowledge.ports.database import Database, SupabaseDatabase
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.retry import Waits
from knowledge.settings import settings
from psycopg import sql

from kloop.postgres.migrate import apply
from kloop.postgres.server import OPTIONS, SUPERUSER, Postgres
from tests.support.databases import Connected, OfTenants, in_database, opened, same_database
from tests.support.endpoint import Endpoint
from tests.support.postgrest.app import RestSettings, create_app
from tests.support.remembered_vectors import RememberedVectors
from tests.support.serving import serving

ROOT = Path(__file__).parent.parent
MODEL = ROOT / "layers" / "model" / "build" / "minilm"
TEMPLATE = "template_knowledge"
KEY = "a service-role key"
MEMORY = Path("/dev/shm")  # where there is one: what is in its files never reaches a disk
LONG = 200  # characters of a parameter, as part of a test's name
ROOM = 2 * 2**30  # bytes that a server's data may take while the tests run, by far

# Nobody keeps the data of a test: nothing waits for a disk, a login is checked once and not 4,096 times, and a
# database that lives a second needs no vacuum.
THROWAWAY = OPTIONS | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "scram_iterations": "1",
    "autovacuum": "off",
}
SINCE_16 = {"scram_iterations"}

# The folder of another PostgreSQL's programs, with pgvector, for the server of the tests: `make majors`.
PROGRAMS = os.environ.get("KLOOP_POSTGRES_PROGRAMS", "")

# Through which adapter a test comes to the database. Behaviour above the adapters is tested through psycopg, and by
# `make soak` once more through the other; test_contract.py calls each SQL function through both, and what is about the
# adapters themselves is tested with both. What fails call by call comes to the same calls either way.
BOTH_ADAPTERS = pytest.mark.parametrize("database", ["postgres", "supabase"], indirect=True)
ONE_ADAPTER = pytest.mark.parametrize("database", ["postgres"], indirect=True)


def more_in_soak(name: str, some: int, more: int) -> pytest.MarkDecorator:
    """The test with that many of something in `make test`, with more of it in `make soak`."""
    return pytest.mark.parametrize(name, [some, pytest.param(more, marks=pytest.mark.soak)])


# Of the calls that may fail each tenth does in `make test`, each in `make soak`.
SOME_FAIL = more_in_soak("step", 10, 1)

# How long an example takes says more about the machine than about the code. The same examples in every run, more of
# them in `make soak`; who looks for new ones says `--hypothesis-profile explore`.
hypothesis.settings.register_profile("tests", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.register_profile("soak", deadline=None, derandomize=True, max_examples=100)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=500)
hypothesis.settings.load_profile("tests")


def pytest_make_parametrize_id(val: object) -> str | None:
    """A long text names its test by how it begins: the name is in the environment of each process that a test starts,
    and no process starts with more than 128 KB there."""
    return ascii(val[:LONG])[:LONG] if isinstance(val, str | bytes) and len(val) > LONG else None


def pytest_collection() -> None:
    """Collecting tests makes next to no garbage: none is looked for among all that is made."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What stands now, modules and tests, stays to the end: no collection of garbage looks through it again."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def _services() -> Iterator[None]:
    """A service on loopback that fails is asked again as often, and at once; clients share the authorities' list.

    To read that list takes longer than most requests, and each of httpx's clients reads it, whatever it is for.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context))
        for asks in ("embedder.openai", "llm"):
            patch.setattr(f"knowledge.ports.{asks}.FOR_A_SERVICE", Waits(0, 0, 0))
        yield


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    """What a test sets in the environment is read in no other: it goes after the environment is as it was."""
    yield
    settings.cache_clear()


@dataclass(frozen=True)
class Tenant:
    """A tenant of this test and a key of each role."""

    tenant_id: UUID
    reader: str
    agent: str
    admin: str


@pytest.fixture(scope="session")
def embedder(pytestconfig: pytest.Config) -> OnnxEmbedder:
    """The model that the local stack runs, and its vectors of what earlier tests asked about."""
    return RememberedVectors(MODEL, pytestconfig.cache.mkdir("vectors"))


@pytest.fixture
def silent_url() -> Iterator[str]:
    """A server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


@contextmanager
def throwaway(programs: str = "") -> Iterator[Postgres]:
    """A server whose data nobody keeps: the embedded one, or that of another folder of programs.

    Its folder is not pytest's: the next pytest of this user closes that one to all others, and run by root
    the server is another user.
    """
    options = {name: value for name, value in THROWAWAY.items() if not (programs and name in SINCE_16)}
    with (
        TemporaryDirectory(prefix="knowledge-", dir=fast()) as folder,
        Postgres(Path(folder), options, Path(programs) if programs else None) as server,
    ):
        yield server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for the whole run, with the template database that each test's is cloned from."""
    with throwaway(PROGRAMS) as server:
        with psycopg.connect(server.url(SUPERUSER), autocommit=True) as connection:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(TEMPLATE)))
        apply(in_database(server.url(SUPERUSER), TEMPLATE))
        server.let_app_in()
        yield server


@pytest.fixture(scope="session")
def superuser(postgres: Postgres) -> Iterator[psycopg.Connection]:
    """A connection that makes and drops databases."""
    with psycopg.connect(postgres.url(SUPERUSER), autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def cloned(postgres: Postgres, superuser: psycopg.Connection) -> Callable[[], AbstractContextManager[str]]:
    """Makes a database from the template, and gives the superuser's way into it.

    It goes when the next one is made: by then its connections have ended, and nothing waits for their end.
    """
    left: list[sql.Identifier] = []

    @contextmanager
    def clone() -> Iterator[str]:
        while left:
            superuser.execute(sql.SQL("drop database {} with (force)").format(left.pop()))
        name, template = sql.Identifier(f"test_{secrets.token_hex(8)}"), sql.Identifier(TEMPLATE)
        # Copying files takes a fifth of what writing every page to the log does, as without a strategy.
        superuser.execute(sql.SQL("create database {} template {} strategy file_copy").format(name, template))
        yield in_database(postgres.url(SUPERUSER), name.as_string().strip('"'))
        left.append(name)

    return clone


@pytest.fixture
def admin_url(cloned: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    """The superuser's way into a database of this test alone."""
    with cloned() as url:
        yield url


@pytest.fixture
def app_url(postgres: Postgres, admin_url: str) -> str:
    """The functions' way into a database of this test alone: a login that may only execute."""
    return same_database(postgres.url(), admin_url)


@pytest.fixture(scope="session")
def shared(cloned: Callable[[], AbstractContextManager[str]], postgres: Postgres) -> Iterator[Connected]:
    """The database of the tests that see no tenants but their own, and connections that know its functions."""
    with cloned() as url, opened(same_database(postgres.url(), url), url, OfTenants) as connected:
        yield connected


@pytest.fixture
def connected(request: pytest.FixtureRequest) -> Iterator[Connected]:
    """A database of the test's own where it asks for a way into one, as by `admin_url`; else the shared one."""
    if "admin_url" in request.fixturenames:
        with opened(request.getfixturevalue("app_url"), request.getfixturevalue("admin_url")) as own:
            yield own
    else:
        yield request.getfixturevalue("shared")


@pytest.fixture(scope="session")
def rest() -> Endpoint:
    """The server of PostgREST's endpoint, over the database of each test in its turn."""
    return Endpoint()


@pytest.fixture(scope="session")
def supabase(rest: Endpoint) -> Iterator[SupabaseDatabase]:
    """The adapter that speaks to `rest`, as a container of Lambda's keeps it for all its requests."""
    with serving(rest) as url:
        adapter = SupabaseDatabase(url, KEY)
        yield adapter
        adapter.close()


@pytest.fixture(params=["postgres", pytest.param("supabase", marks=pytest.mark.soak)])
def database(request: pytest.FixtureRequest, connected: Connected) -> Iterator[Database]:
    """The test's database through psycopg, and once more through supabase-py and PostgREST's RPC endpoint."""
    if request.param == "postgres":
        yield connected.database
    else:
        supabase: SupabaseDatabase = request.getfixturevalue("supabase")
        with request.getfixturevalue("rest").answered_by(create_app(RestSettings(conninfo=connected.app_url, key=KEY))):
            yield supabase


@pytest.fixture
def administrator(connected: Connected) -> Database:
    """The test's database by a login that administers tenants and keys."""
    return connected.administrator


@pytest.fixture
def new_tenant(administrator: Database) -> Callable[..., Tenant]:
    """Makes a tenant with a key of each role."""

    def make(tier: str = "free") -> Tenant:
        tenant_id = uuid4()
        administrator.call("create_tenant", tenant_id=tenant_id, name=str(tenant_id), tier=tier)
        made = {role: auth.new_key(tenant_id) for role in ("reader", "agent", "admin")}
        for role, key in made.items():
            administrator.call("create_key", tenant_id=tenant_id, key_hash=auth.key_digest(key), role=role)
        return Tenant(tenant_id, **made)

    return make


@pytest.fixture
def tenant(new_tenant: Callable[..., Tenant]) -> Tenant:
    """A tenant on the free tier."""
    return new_tenant()


def fast() -> Path | None:
    """Memory that looks like a folder, where there is enough; else wherever temporary files are."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None
