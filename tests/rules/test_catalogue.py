"""What the database's own catalogue says about the schema: who may do what, and what stands where."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from knowledge.errors import Misconfigured
from psycopg.rows import dict_row

from kloop import administration
from kloop.postgres.migrate import SQL
from kloop.postgres.server import SUPERUSER
from tests.conftest import TEMPLATE, in_database

SEARCH_PATH = "search_path=knowledge, extensions, pg_temp"
CROSSES_TENANTS = {
    "find_tenant",
    "list_tenants",
    "tenant_ids",
}  # the operator's tools, the schedules' list: not over HTTP
# Tenants and keys, and what takes all of a tenant out or in: the functions' login has no part in it.
ADMINISTERS = {
    *("create_tenant", "set_tier", "set_redaction", "set_email_keeping"),
    *("list_tenants", "find_tenant", "delete_tenant"),
    *("create_key", "list_keys", "revoke_key", "export_rows", "import_rows", "list_tables"),
}
WITHOUT_TENANT = {"migrations"}  # the schema's own history
FILES = sorted((SQL / "functions").rglob("*.sql"))

FUNCTIONS = """
select p.oid, p.proname as name, p.prosecdef as definer, coalesce(p.proconfig, '{}') as config, p.proretset as rows,
       coalesce(p.proargnames[1:p.pronargs], '{}') as arguments, pg_get_userbyid(p.proowner) as owner,
       array(select coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC')
             from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a) as executable_by
from pg_proc p where p.pronamespace = 'knowledge'::regnamespace order by p.proname
"""
TABLES = """
select c.relname as name, c.relkind as kind, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
       pg_get_userbyid(c.relowner) as owner,
       array(select coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC')
             from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a) as usable_by,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
       (select array_agg(a.attname::text order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as primary_key
from pg_class c where c.relnamespace = 'knowledge'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
order by c.relname
"""


def read(postgres, statement: str) -> list[dict[str, Any]]:
    """The rows as the template has them, of which every other test's database is a copy."""
    url = in_database(postgres.url(SUPERUSER), TEMPLATE)
    with psycopg.connect(url, row_factory=dict_row) as connection:
        return connection.execute(statement).fetchall()


@pytest.fixture(scope="module")
def functions(postgres) -> list[dict[str, Any]]:
    return read(postgres, FUNCTIONS)


@pytest.fixture(scope="module")
def tables(postgres) -> list[dict[str, Any]]:
    return read(postgres, TABLES)


@pytest.fixture(scope="module")
def public(functions) -> list[dict[str, Any]]:
    return [function for function in functions if not function["name"].startswith("_")]


def names(rows) -> set[str]:
    return {row["name"] for row in rows}


def test_only_the_owner_touches_a_table(tables):
    """No role but the owner has any right on any table, view or sequence."""
    assert tables
    assert {
        table["name"]: table["usable_by"] for table in tables if set(table["usable_by"]) - {"knowledge_owner"}
    } == {}


def executors(name: str) -> set[str]:
    if name.startswith("_"):
        return {"knowledge_owner"}
    return {"knowledge_owner", "knowledge_admin"} | (set() if name in ADMINISTERS else {"service_role"})


def test_only_who_needs_it_executes_and_only_what_has_no_underscore(functions):
    """The functions' role executes what they call, the administrators' everything, and helpers only the owner."""
    assert {function["name"]: set(function["executable_by"]) for function in functions} == {
        function["name"]: executors(function["name"]) for function in functions
    }


@pytest.mark.usefixtures("admin_url")
def test_the_functions_login_administers_nothing(functions, database):
    """Every function that administers refuses the functions' login, over psycopg and over PostgREST."""
    arguments = {function["name"]: function["arguments"] for function in functions}
    for name in sorted(ADMINISTERS):
        with pytest.raises(Misconfigured, match="knowledge_admin"):
            database.call(name, **dict.fromkeys(arguments[name]))


def test_who_administers_needs_no_superuser(superuser, admin_url):
    """A login in the role knowledge_admin makes a tenant and its key, and touches no table."""
    superuser.execute("drop role if exists clerk")
    superuser.execute("create role clerk login password 'clerk' in role knowledge_admin")
    clerk = urlunsplit(urlsplit(admin_url)._replace(netloc=f"clerk:clerk@{urlsplit(admin_url).netloc.split('@')[1]}"))
    with administration.database(clerk) as adapter:
        tenant_id = administration.create_tenant(adapter, "made by a clerk", "free")
        assert administration.create_key(adapter, tenant_id, "agent", "").startswith("kl_")
        assert [row["name"] for row in administration.tenants(adapter)] == ["made by a clerk"]
    with psycopg.connect(clerk) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("select * from knowledge.tenants")


def test_a_function_made_later_is_closed_too(admin_url):
    """Default privileges leave PUBLIC nothing on a function that the owner creates after the grants ran."""
    with psycopg.connect(admin_url) as connection:
        connection.execute("set local role knowledge_owner")
        connection.execute("create function knowledge.made_later() returns int language sql as 'select 1'")
        connection.execute("set local role service_role")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("select knowledge.made_later()")


def test_the_functions_login_can_do_nothing_else(app_url):
    """The login that the functions use reads no table, creates nothing and calls no helper."""
    with psycopg.connect(app_url, autocommit=True) as connection:
        for statement in (
            "select * from knowledge.tenants",
            "insert into knowledge.knowledge default values",
            "truncate knowledge.served",
            "create table knowledge.mine ()",
            "select knowledge._act_as(gen_random_uuid())",
            "set role knowledge_owner",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_what_can_be_executed_runs_as_the_owner_with_a_pinned_path(public):
    """Every executable function is security definer with exactly the pinned search_path."""
    assert {
        function["name"]: (function["definer"], SEARCH_PATH in function["config"]) for function in public
    } == dict.fromkeys(names(public), (True, True))


def test_row_level_security_binds_every_table_of_a_tenant(tables):
    """Row-level security is on and forced wherever there is a tenant_id."""
    assert [
        table["name"] for table in tables if "tenant_id" in table["columns"] and not (table["rls"] and table["forced"])
    ] == []


def test_the_owner_is_bound_by_row_level_security(postgres):
    """knowledge_owner logs in nowhere, is no superuser and does not bypass row-level security."""
    [row] = read(postgres, "select * from pg_roles where rolname = 'knowledge_owner'")
    assert not (row["rolbypassrls"] or row["rolsuper"] or row["rolcanlogin"] or row["rolcreaterole"])


def test_one_role_owns_all(functions, tables):
    """Every table and function belongs to knowledge_owner."""
    assert {relation["owner"] for relation in [*functions, *tables]} == {"knowledge_owner"}


def test_the_tenant_comes_first(public, tables):
    """tenant_id is the first argument of every RPC and the first column of every primary key."""
    stored = [table for table in tables if table["kind"] in "rp"]
    assert {function["name"] for function in public if function["arguments"][:1] != ["tenant_id"]} == CROSSES_TENANTS
    assert {table["name"] for table in stored if (table["primary_key"] or [])[:1] != ["tenant_id"]} == WITHOUT_TENANT


def test_no_name_appears_twice(functions):
    """`create or replace` with other arguments would silently have made an overload."""
    names = [function["name"] for function in functions]
    assert len(names) == len(set(names))


def test_one_function_a_file(functions):
    """Each file creates exactly the function that it is named after, and no function has no file."""
    created = {
        file.stem: re.findall(r"create or replace function knowledge\.(\w+)", file.read_text()) for file in FILES
    }
    assert created == {name: [name] for name in names(functions)}


def test_each_function_says_what_it_does():
    """A header of two comment lines or more, the first of which begins with the function's name."""
    headers = {file.stem: re.match(r"(?:-- .*\n)+", file.read_text()) for file in FILES}
    assert [name for name, header in headers.items() if not header or header[0].count("\n") < 2] == []
    assert [name for name, header in headers.items() if header and not header[0].startswith(f"-- {name}: ")] == []


def test_every_rpc_returns_rows(public):
    """What can be called answers a set of rows, so that the two adapters mean the same."""
    assert [function["name"] for function in public if not function["rows"]] == []


@pytest.fixture
def two_tenants(admin_url) -> Iterator[psycopg.Connection[Any]]:
    """A connection as knowledge_owner to a database that holds one tenant's rows and another's in every table."""
    with psycopg.connect(admin_url) as connection:
        for tenant in (1, 2):
            connection.execute(
                """
                with t as (insert into knowledge.tenants values (lpad(%(n)s, 32, '0')::uuid, %(n)s, 'free')
                           returning tenant_id),
                k as (insert into knowledge.api_keys select tenant_id, repeat(%(n)s, 64), 'agent' from t),
                l as (insert into knowledge.knowledge (tenant_id, learning, learning_hash, embedding, model)
                      select tenant_id, 'x', 'x', array_fill(1::real, array[384])::extensions.vector, 'm' from t
                      returning tenant_id, id, embedding),
                n as (insert into knowledge.learning_embeddings select tenant_id, 'n', id, embedding from l),
                w as (insert into knowledge.vocabulary (tenant_id, term) select tenant_id, 0 from t),
                s as (insert into knowledge.staged_files select tenant_id, gen_random_uuid(), 'm', 'p' from t),
                x as (insert into knowledge.indexed_files (tenant_id, model, file_path, etag, source_type, chunks)
                      select tenant_id, 'm', 'p', 'e', 'markdown', 1 from t),
                c as (insert into knowledge.knowledge_embeddings
                      (tenant_id, model, file_path, chunk_index, id, chunk_text, text_hash, source_type, embedding)
                      select tenant_id, 'm', 'p', 0, id, 'x', 'h', 'markdown', embedding from l),
                r as (insert into knowledge.agent_runs (tenant_id, run_id, request_hash, answer)
                      select tenant_id, 'r', 'h', '{}' from t returning tenant_id, run_id),
                rp as (insert into knowledge.run_parts (tenant_id, run_id, part, request_hash, answer)
                       select tenant_id, run_id, 1, 'h', '{}' from r),
                f as (insert into knowledge.knowledge_files (tenant_id, file_path) select tenant_id, 'f' from t),
                v as (insert into knowledge.knowledge_versions
                      (tenant_id, file_path, number, version, object_version, changed_by, change_summary)
                      select tenant_id, 'f', 1, '1.0.0', 'o', 'user', 's' from t),
                i as (insert into knowledge.issue_patterns (tenant_id, number, issue_summary, summary_hash)
                      select tenant_id, 1, 's', 'h' from t),
                ie as (insert into knowledge.issue_embeddings select tenant_id, 'm', 'PAT-001', embedding from l),
                iw as (insert into knowledge.issue_words select tenant_id, 'w', 'PAT-001', true, false from t),
                ip as (insert into knowledge.issue_spellings select tenant_id, 's', 's', 'w' from t),
                io as (insert into knowledge.issue_occurrences (tenant_id, occurrence_id, pattern_id)
                       select tenant_id, 'o', 'PAT-001' from t),
                ir as (insert into knowledge.retrospectives (tenant_id, request_hash, title, answer)
                       select tenant_id, 'h', 't', '[]' from t),
                ix as (insert into knowledge.run_errors (tenant_id, run_id, error_hash, error, model, embedding)
                       select tenant_id, 'r', 'h', 'e', 'm', embedding from l),
                e as (insert into knowledge.events (tenant_id, event_id, request_hash, plan)
                      select tenant_id, 'e', 'h', '{}' from t),
                m as (insert into knowledge.user_knowledge select tenant_id, 'u', 1, 1 from t returning tenant_id),
                ue as (insert into knowledge.user_knowledge_entries
                      (tenant_id, user_id, id, added_in, content, category, source)
                      select tenant_id, 'u', 'k', 1, 'x', 'rule', 'user' from m),
                il as (insert into knowledge.index_lines select tenant_id, 'l', 'i', 'x', false from t),
                g as (insert into knowledge.taught select tenant_id, gen_random_uuid(), 'r' from t),
                h as (insert into knowledge.audit (tenant_id, actor, action, subject)
                      select tenant_id, 'a', 'pin', gen_random_uuid() from t),
                us as (insert into knowledge.usage (tenant_id, key, minute) select tenant_id, 'k', now() from t),
                eo as (insert into knowledge.erased_objects (tenant_id, object_version) select tenant_id, 'o' from t),
                st as (insert into knowledge.settled_topics select tenant_id, 'p', 'c' from t),
                hd as (insert into knowledge.holdings (tenant_id) select tenant_id from t),
                u as (insert into knowledge.uploads (tenant_id, id, file_path, file_name, topic, status)
                      select tenant_id, gen_random_uuid(), 'p', 'p', 't', 'done' from t)
                insert into knowledge.served (tenant_id, run_id, id, similarity)
                select tenant_id, 'r', gen_random_uuid(), 1 from t
                """,
                {"n": str(tenant)},
            )
        connection.execute("set role knowledge_owner")
        yield connection


def tenants_seen(connection, table: str) -> set[str]:
    rows = connection.execute(f"select tenant_id from knowledge.{table}").fetchall()
    return {str(tenant_id)[-1] for (tenant_id,) in rows}


def test_row_level_security_is_a_second_lock(two_tenants, tables):
    """Without a tenant even the owner sees no row; acting for one tenant, only that tenant's, in every table."""
    of_tenants = [table["name"] for table in tables if "tenant_id" in table["columns"]]
    assert {table: tenants_seen(two_tenants, table) for table in of_tenants} == {table: set() for table in of_tenants}
    two_tenants.execute("select knowledge._act_as(lpad('1', 32, '0')::uuid)")
    assert {table: tenants_seen(two_tenants, table) for table in of_tenants} == {table: {"1"} for table in of_tenants}


def test_row_level_security_refuses_another_tenants_row(two_tenants):
    """Acting for one tenant, a row of another can be neither inserted, nor changed, nor deleted."""
    two_tenants.execute("select knowledge._act_as(lpad('1', 32, '0')::uuid)")
    other = "lpad('2', 32, '0')::uuid"
    assert two_tenants.execute(f"delete from knowledge.knowledge where tenant_id = {other}").rowcount == 0
    assert two_tenants.execute(f"update knowledge.tenants set tier = 'team' where tenant_id = {other}").rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        two_tenants.execute(
            f"insert into knowledge.api_keys (tenant_id, key_hash, role) values ({other}, repeat('a', 64), 'admin')"
        )
