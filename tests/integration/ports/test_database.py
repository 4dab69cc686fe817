"""A database that was set up by halves says what is missing, and to whom."""

from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest
from knowledge.errors import KnowledgeError, Misconfigured, OutOfSpace, Unavailable
from knowledge.ports.database import PostgresDatabase, SupabaseDatabase

from kloop.postgres.server import Postgres
from kloop.stack.processes import free_port
from tests.conftest import KEY, in_database
from tests.support.endpoint import Endpoint
from tests.support.postgrest.app import RestSettings, create_app


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool gives up at once: how long it waits is no rule here."""
    monkeypatch.setattr("knowledge.ports.database.POOL_TIMEOUT", 0.2)


@pytest.fixture
def unmigrated(postgres: Postgres, superuser: psycopg.Connection) -> Iterator[str]:
    """The functions' way into a database without the schema."""
    name = f"unmigrated_{uuid4().hex}"
    superuser.execute(f"create database {name}")
    yield in_database(postgres.url(), name)
    superuser.execute(f"drop database {name} with (force)")


@pytest.fixture
def stranger(postgres: Postgres, superuser: psycopg.Connection, admin_url: str) -> Iterator[str]:
    """A login that nobody made a member of service_role."""
    name = f"stranger_{uuid4().hex}"
    superuser.execute(f"create role {name} login password 'p'")
    yield f"postgresql://{name}:p@127.0.0.1:{postgres.port}{urlsplit(admin_url).path}"
    superuser.execute(f"drop role {name}")


def failure(url: str) -> KnowledgeError:
    database = PostgresDatabase(url, 1)
    try:
        with pytest.raises(KnowledgeError) as caught:
            database.call("tenant_ids")
    finally:
        database.close()
    return caught.value


def changed(url: str, **parts: str) -> str:
    return urlunsplit(urlsplit(url)._replace(**parts))


def test_a_wrong_login_is_told(app_url: str) -> None:
    """Of the password, the user or the database, whichever is wrong, the setting that holds it is named."""
    host = urlsplit(app_url).netloc.rpartition("@")[2]
    wrong = (changed(app_url, netloc=f"knowledge_app:wrong@{host}"), changed(app_url, path="/nowhere"))
    for url in wrong:
        error = failure(url)
        assert isinstance(error, Misconfigured)
        assert "KNOWLEDGE_DATABASE_URL" in error.detail
        assert "wrong@" not in error.detail


def test_nobody_listening_is_for_now(app_url: str) -> None:
    """A server that is away may come back: the caller is asked to repeat."""
    host = f"127.0.0.1:{free_port()}"
    assert isinstance(failure(changed(app_url, netloc=f"knowledge_app:p@{host}")), Unavailable)


def test_an_unmigrated_database_is_told(unmigrated: str, rest: Endpoint, supabase: SupabaseDatabase) -> None:
    """By either adapter, with the command that helps."""
    error = failure(unmigrated)
    assert isinstance(error, Misconfigured) and "kloop migrate" in error.detail
    with (
        rest.answered_by(create_app(RestSettings(conninfo=unmigrated, key=KEY))),
        pytest.raises(KnowledgeError) as raised,
    ):
        supabase.call("tenant_ids")
    assert isinstance(raised.value, Misconfigured) and "kloop migrate" in raised.value.detail


def test_a_login_that_may_nothing_is_told(stranger: str) -> None:
    """With the statement that an administrator runs."""
    error = failure(stranger)
    assert isinstance(error, Misconfigured) and "grant service_role to" in error.detail


def test_a_schema_that_is_not_exposed_is_told(app_url: str, rest: Endpoint, supabase: SupabaseDatabase) -> None:
    """Supabase's settings have to name it."""
    hidden = RestSettings(conninfo=app_url, key=KEY, schemas=("public",))
    with rest.answered_by(create_app(hidden)), pytest.raises(Misconfigured, match="Exposed schemas"):
        supabase.call("tenant_ids")


def test_a_function_that_fails_within_is_no_matter_of_set_up(postgres: Postgres, admin_url: str, app_url: str) -> None:
    """What a function lacks inside is a defect of ours, which no operator can mend."""
    broken = (
        "create function knowledge.broken() returns setof int language plpgsql as $$ begin perform nothing(); end $$"
    )
    with psycopg.connect(admin_url) as connection:
        connection.execute(broken + "; grant execute on function knowledge.broken() to service_role")
    database = PostgresDatabase(app_url, 1)
    with pytest.raises(KnowledgeError) as caught:
        database.call("broken")
    database.close()
    assert type(caught.value) is KnowledgeError


def test_a_full_disk_is_no_database_that_is_gone(admin_url: str, app_url: str) -> None:
    """psycopg counts it among lost connections; the answer is a 507, which says what the operator does."""
    full = (
        "create function knowledge.packed() returns setof int language plpgsql as $$"
        " begin raise exception 'could not extend file' using errcode = '53100'; end $$"
    )
    with psycopg.connect(admin_url) as connection:
        connection.execute(full + "; grant execute on function knowledge.packed() to service_role")
    database = PostgresDatabase(app_url, 1)
    with pytest.raises(OutOfSpace):
        database.call("packed")
    database.close()


@pytest.mark.parametrize("sqlstate", ["40P01", "40001"])
def test_who_is_rolled_back_comes_again_by_either_adapter(
    sqlstate: str, admin_url: str, app_url: str, rest: Endpoint, supabase: SupabaseDatabase
) -> None:
    """A deadlock and what cannot be serialized are no error, and the call counts once; over PostgREST, too."""
    with psycopg.connect(admin_url) as connection:
        connection.execute(
            "create sequence knowledge.attempts; grant usage on sequence knowledge.attempts to service_role;"
            " create function knowledge.beaten() returns table (attempt bigint) language plpgsql as $$"
            " begin attempt := nextval('knowledge.attempts');"
            f" if attempt % 2 = 1 then raise exception 'in the way' using errcode = '{sqlstate}'; end if;"
            " return next; end $$; grant execute on function knowledge.beaten() to service_role"
        )
    direct = PostgresDatabase(app_url, 1)
    assert direct.call("beaten") == [{"attempt": 2}]
    direct.close()
    with rest.answered_by(create_app(RestSettings(app_url, KEY))):
        assert supabase.call("beaten") == [{"attempt": 4}]
