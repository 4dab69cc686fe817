"""The RPC endpoint, asked by the client that Supabase's users have."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import psycopg
import pytest
from postgrest import APIError
from supabase import Client, ClientOptions, create_client

from kloop.postgres.server import SUPERUSER, Postgres
from kloop.stack.processes import free_port, wait_until
from tests.support.postgrest.app import RestSettings, create_app
from tests.support.serving import serving

pytestmark = pytest.mark.xdist_group("server")  # one server serves them all

KEY = "sb_secret_for-this-test"

WAITING = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%keep%'"

FUNCTIONS = """
create schema rest;
create role service_role nologin;
grant usage on schema rest, extensions to service_role;
create table rest.notes (id int primary key, note text);
revoke all on rest.notes from public;

create function rest.rows(count int, label text default 'row') returns table (id int, label text)
language sql as $$ select n, rows.label from generate_series(1, rows.count) n $$;

create function rest.one_column(count int) returns table (n int)
language sql as $$ select generate_series(1, one_column.count) $$;

create function rest.scalar(word text) returns text language sql as $$ select upper(word) $$;

create function rest.scalars(count int) returns setof int
language sql as $$ select generate_series(1, scalars.count) $$;

create function rest.nothing() returns void language sql as $$ select 1 $$;

create function rest.dimensions(embedding extensions.vector) returns table (dimensions int, first real)
language sql as $$ select extensions.vector_dims(embedding), (embedding::real[])[1] $$;

create function rest.batch(items jsonb, tags text[], at timestamptz, tenant uuid)
returns table (items jsonb, tags text[], at timestamptz, tenant uuid)
language sql as $$ select batch.items, batch.tags, batch.at, batch.tenant $$;

create function rest.fail(state text, why text default 'why not') returns setof int language plpgsql as $$
begin
    raise exception using errcode = fail.state, message = fail.why, detail = 'the detail', hint = 'the hint';
end $$;

create function rest.keep(id int, note text) returns table (kept int) language sql security definer as $$
insert into rest.notes values (keep.id, keep.note) returning id $$;

create function rest.steal() returns setof rest.notes language sql as $$ select * from rest.notes $$;

create function rest.whoami() returns table (role text, claimed text, timeout text) language sql as $$
select current_user::text, current_setting('request.jwt.claims')::json ->> 'role',
       current_setting('statement_timeout') $$;

create function rest.twice(word text) returns text language sql as $$ select word $$;
create function rest.twice(word text, number int default 1) returns text language sql as $$ select word $$;
"""


@pytest.fixture(scope="module")
def settings(stack_postgres: Postgres) -> RestSettings:
    with psycopg.connect(stack_postgres.url(SUPERUSER), autocommit=True) as connection:
        connection.execute(FUNCTIONS)
    stack_postgres.let_app_in()
    return RestSettings(stack_postgres.url(), KEY, schemas=("rest", "other"), max_rows=50, statement_timeout="500ms")


@pytest.fixture(scope="module")
def url(settings: RestSettings) -> Iterator[str]:
    with serving(create_app(settings)) as url:
        yield url


@pytest.fixture
def session() -> Iterator[httpx.Client]:
    with httpx.Client() as session:
        yield session


@pytest.fixture
def client(url: str, session: httpx.Client) -> Client:
    return create_client(url, KEY, ClientOptions(schema="rest", httpx_client=session))


def rpc(client: Client, function: str, **arguments: Any) -> Any:
    return client.rpc(function, arguments).execute().data


def failure(client: Client, function: str, **arguments: Any) -> APIError:
    with pytest.raises(APIError) as caught:
        rpc(client, function, **arguments)
    return caught.value


def post(url: str, function: str, body: Any = None, **headers: str) -> httpx.Response:
    sent = {"apikey": KEY, "authorization": f"Bearer {KEY}"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return httpx.post(f"{url}/rest/v1/rpc/{function}", json=body or {}, headers=sent)


def test_rows_come_as_objects(client: Client) -> None:
    """A function that returns a table answers with an array of objects; arguments may keep their default."""
    assert rpc(client, "rows", count=2) == [{"id": 1, "label": "row"}, {"id": 2, "label": "row"}]
    assert rpc(client, "rows", count=1, label="mine") == [{"id": 1, "label": "mine"}]
    assert rpc(client, "rows", count=0) == []
    assert rpc(client, "one_column", count=1) == [{"n": 1}]


def test_scalars_come_bare(client: Client) -> None:
    """A scalar is one JSON value, a set of scalars an array of values, and void no content."""
    assert rpc(client, "scalar", word="loud") == "LOUD"
    assert rpc(client, "scalar", word=None) is None
    assert rpc(client, "scalars", count=3) == [1, 2, 3]
    assert rpc(client, "nothing") == []


@pytest.mark.parametrize("vector", [[0.5, 1, 2], "[0.5,1,2]"])
def test_vectors_come_as_array_or_text(client: Client, vector: Any) -> None:
    """pgvector's type is read from a JSON array and from its text."""
    assert rpc(client, "dimensions", embedding=vector) == [{"dimensions": 3, "first": 0.5}]


def test_arguments_have_their_declared_type(client: Client) -> None:
    """JSON, arrays, times and UUIDs arrive as what the function declares."""
    given = {
        "items": [{"text": "naïve — 漢字 🎉", "n": 1.5}, None],
        "tags": ["a,b", 'say "x"', "{}"],
        "at": "2026-01-02T03:04:05+00:00",
        "tenant": "7a1f0000-0000-4000-8000-000000000001",
    }
    assert rpc(client, "batch", **given) == [given]


def test_the_call_runs_as_service_role(client: Client) -> None:
    """Role, claims and timeout are set for the transaction, never those of the login role."""
    assert rpc(client, "whoami") == [{"role": "service_role", "claimed": "service_role", "timeout": "500ms"}]


def test_unknown_function_suggests_the_nearest(client: Client) -> None:
    """A name that is not there is 404 PGRST202 and says which it may be."""
    error = failure(client, "scalarz", word="x")
    assert error.json() == {
        "code": "PGRST202",
        "message": "Could not find the function rest.scalarz(word) in the schema cache",
        "details": "Searched for the function rest.scalarz with parameter word or with a single unnamed "
        "json/jsonb parameter, but no matches were found in the schema cache.",
        "hint": "Perhaps you meant to call the function rest.scalar",
    }


@pytest.mark.parametrize("arguments", [{}, {"count": 1, "lable": "x"}, {"label": "x"}])
def test_unknown_or_missing_arguments_find_no_function(client: Client, arguments: dict[str, Any]) -> None:
    """An argument too many or too few means that no such function exists."""
    error = failure(client, "rows", **arguments)
    assert error.code == "PGRST202"
    assert "schema cache" in (error.message or "")


def test_overloads_are_ambiguous(url: str) -> None:
    """Two functions that take the same arguments are refused with 300 PGRST203."""
    answer = post(url, "twice", {"word": "x"})
    assert (answer.status_code, answer.json()["code"]) == (300, "PGRST203")


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("PT402", 402),
        ("PT404", 404),
        ("PT409", 409),
        ("PTXYZ", 500),
        ("P0001", 400),
        ("P0002", 500),
        ("23505", 409),
        ("23503", 409),
        ("23502", 400),
        ("22023", 400),
        ("25006", 405),
        ("40001", 500),
        ("42501", 403),
        ("42P01", 404),
        ("53300", 503),
        ("57014", 500),
        ("XX000", 500),
    ],
)
def test_sqlstate_becomes_status(url: str, state: str, status: int) -> None:
    """The status is the one of PostgREST's table, and the body carries the database's own words."""
    answer = post(url, "fail", {"state": state})
    assert answer.status_code == status
    assert answer.headers["proxy-status"] == f"PostgREST; error={state}"
    assert answer.json() == {
        "code": state,
        "message": "why not",
        "details": "the detail",
        "hint": "the hint",
    }


def test_tables_stay_closed(client: Client) -> None:
    """service_role reads no table that it has no grant on."""
    assert failure(client, "steal").code == "42501"


def test_a_failed_call_leaves_nothing(client: Client, url: str) -> None:
    """One request is one transaction: it commits when it succeeds and only then."""
    assert rpc(client, "keep", id=1, note="x") == [{"kept": 1}]
    assert failure(client, "keep", id=1, note="again").code == "23505"
    cancelled = post(url, "keep", {"id": 2, "note": "\x00"})
    assert (cancelled.status_code, cancelled.json()["code"]) == (400, "22P05")
    assert rpc(client, "keep", id=2, note="y") == [{"kept": 2}]


def test_bad_value_is_the_callers_fault(client: Client) -> None:
    """A value that the declared type does not read is 400 with the SQLSTATE of its input function."""
    assert failure(client, "rows", count="many").code == "22P02"
    assert failure(client, "dimensions", embedding=[]).code == "22000"


def test_rows_are_limited(url: str) -> None:
    """No more than max-rows are returned; the exact count tells how many there were."""
    answer = post(url, "rows", {"count": 70}, prefer="count=exact")
    assert (answer.status_code, len(answer.json())) == (206, 50)
    assert answer.headers["content-range"] == "0-49/70"
    uncounted = post(url, "rows", {"count": 70})
    assert (uncounted.status_code, uncounted.headers["content-range"]) == (200, "0-49/*")


def test_counts_reach_the_client(client: Client) -> None:
    """supabase-py's `count` is the number of rows before the limit."""
    assert client.rpc("rows", {"count": 60}, count="exact").execute().count == 60


def test_single_is_one_row_or_an_error(client: Client) -> None:
    """`single()` gives the row itself, and 406 PGRST116 where there is not exactly one."""
    assert client.rpc("rows", {"count": 1}).single().execute().data == {"id": 1, "label": "row"}
    with pytest.raises(APIError) as caught:
        client.rpc("rows", {"count": 2}).single().execute()
    assert (caught.value.code, caught.value.details) == ("PGRST116", "The result contains 2 rows")


def test_slow_calls_are_cancelled(client: Client, stack_postgres: Postgres) -> None:
    """A statement over the timeout ends with 57014, and its work is rolled back."""
    with psycopg.connect(stack_postgres.url(SUPERUSER)) as blocker:
        blocker.execute("lock table rest.notes")
        assert failure(client, "keep", id=3, note="blocked").code == "57014"
    assert rpc(client, "keep", id=3, note="free") == [{"kept": 3}]


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({"apikey": ""}, "No API key found in request"),
        ({"apikey": "wrong"}, "Invalid API key"),
        ({"authorization": "Bearer wrong"}, "Invalid API key"),
        ({"authorization": "Basic " + KEY}, "Invalid API key"),
        ({"apikey": "clé"}, "Invalid API key"),
    ],
)
def test_wrong_keys_are_turned_away(url: str, headers: dict[str, str], message: str) -> None:
    """Without the key nothing is called: 401 with the gateway's body."""
    sent = {"apikey": KEY} | headers
    encoded = {name: value.encode() for name, value in sent.items()}
    answer = httpx.post(f"{url}/rest/v1/rpc/whoami", headers=encoded)
    assert answer.status_code == 401
    assert answer.json()["message"] == message
    assert set(answer.json()) == {"message", "hint"}


def test_a_wrong_key_reaches_the_client_as_an_error(url: str, session: httpx.Client) -> None:
    """supabase-py raises what the gateway says."""
    stranger = create_client(url, "sb_secret_wrong", ClientOptions(httpx_client=session))
    assert failure(stranger, "whoami").message == "Invalid API key"


def test_only_exposed_schemas_answer(url: str) -> None:
    """A schema that is not exposed is 406 PGRST106, and one without functions has none."""
    hidden = post(url, "whoami", content_profile="public")
    assert (hidden.status_code, hidden.json()["code"]) == (406, "PGRST106")
    assert hidden.json()["hint"] == "Only the following schemas are exposed: rest, other"
    assert post(url, "whoami", content_profile="other").json()["code"] == "PGRST202"


@pytest.mark.parametrize("body", [b"{", b"[1]", b"3", b"[" * 100_000, b"\xff"])
def test_a_body_that_is_no_object_is_refused(url: str, body: bytes) -> None:
    """Anything but a JSON object is 400 PGRST102."""
    answer = httpx.post(f"{url}/rest/v1/rpc/whoami", content=body, headers={"apikey": KEY})
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102")


@pytest.mark.parametrize(
    ("method", "query", "expected"),
    [
        ("PUT", "", (405, "PGRST101")),
        ("DELETE", "", (405, "PGRST101")),
        ("GET", "", (400, "PGRST127")),
        ("POST", "?select=id", (400, "PGRST127")),
    ],
)
def test_what_is_not_served_says_so(url: str, method: str, query: str, expected: tuple[int, str]) -> None:
    """Other methods and queries are refused by name rather than half done."""
    answer = httpx.request(method, f"{url}/rest/v1/rpc/whoami{query}", headers={"apikey": KEY})
    assert (answer.status_code, answer.json()["code"]) == expected


def test_a_busy_pool_times_out(settings: RestSettings, stack_postgres: Postgres) -> None:
    """A request that gets no connection in time is 504 PGRST003."""
    narrow = replace(settings, pool_size=1, pool_timeout=0.2, statement_timeout="0")
    with (
        serving(create_app(narrow)) as url,
        psycopg.connect(stack_postgres.url(SUPERUSER), autocommit=True) as watcher,
        psycopg.connect(stack_postgres.url(SUPERUSER)) as blocker,
        ThreadPoolExecutor() as threads,
    ):
        blocker.execute("lock table rest.notes")
        held = threads.submit(post, url, "keep", {"id": 9, "note": "waits"})
        wait_until(lambda: watcher.execute(WAITING).fetchone() is not None, seconds=10, what="The wait")
        answer = post(url, "whoami")
        blocker.rollback()
        assert held.result().status_code == 200
    assert (answer.status_code, answer.json()["code"]) == (504, "PGRST003")


def test_a_database_that_is_away_is_unavailable() -> None:
    """Without a database the answer is 503 or 504 with PostgREST's code, never a crash."""
    nowhere = RestSettings(f"postgresql://127.0.0.1:{free_port()}/postgres", KEY, pool_timeout=0.2)
    with serving(create_app(nowhere)) as url:
        answer = post(url, "whoami")
    assert (answer.status_code, answer.json()["code"]) == (504, "PGRST003")
