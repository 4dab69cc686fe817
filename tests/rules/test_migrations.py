"""The apply tool: repeatable, all or nothing, one at a time."""

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from kloop.postgres.migrate import SQL, MigrationChanged, apply
from kloop.postgres.server import SUPERUSER
from kloop.stack.processes import wait_until
from tests.conftest import in_database

MIGRATIONS = [file.name for file in sorted((SQL / "migrations").glob("*.sql"))]

STATE = """
select 'function', pg_get_functiondef(p.oid), coalesce(p.proacl::text, '')
from pg_proc p where p.pronamespace = 'knowledge'::regnamespace
union all
select c.relname::text, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum),
       coalesce(c.relacl::text, '')
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
where c.relnamespace = 'knowledge'::regnamespace group by c.oid
union all
select name, sha256, applied_at::text from knowledge.migrations
"""


@pytest.fixture
def empty(postgres) -> Iterator[str]:
    """A database in which nothing was applied."""
    name = f"empty_{uuid4().hex}"
    with psycopg.connect(postgres.url(SUPERUSER), autocommit=True) as connection:
        connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        yield in_database(postgres.url(SUPERUSER), name)
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def files(tmp_path) -> Path:
    """A copy of sql/ to edit."""
    return shutil.copytree(SQL, tmp_path / "sql")


def state(url: str) -> list[tuple[str, ...]]:
    with psycopg.connect(url) as connection:
        return sorted(connection.execute(STATE).fetchall())


def has_schema(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return bool(connection.execute("select to_regnamespace('knowledge') is not null").fetchone()[0])


def test_applying_twice_changes_nothing(empty):
    """The first time applies every migration in order, the second none, and the schema is the same."""
    assert apply(empty) == MIGRATIONS
    before = state(empty)
    assert apply(empty) == []
    assert state(empty) == before


def test_an_edited_migration_is_refused(admin_url, files):
    """A migration that changed after it was applied stops everything, and the message names it."""
    before = state(admin_url)
    with (files / "migrations" / MIGRATIONS[0]).open("a") as file:
        file.write("\n-- edited\n")
    with pytest.raises(MigrationChanged, match=MIGRATIONS[0]):
        apply(admin_url, files)
    assert state(admin_url) == before


@pytest.mark.parametrize("broken", ["migrations/9999_broken.sql", "functions/broken.sql"])
def test_a_failing_file_leaves_nothing_applied(empty, files, broken):
    """One error anywhere, and the database is as it was; the error says in which file."""
    (files / broken).write_text("create table half_done (id int); select 1 / 0;")
    with pytest.raises(psycopg.Error) as failure:
        apply(empty, files)
    assert not has_schema(empty)
    assert broken in failure.value.__notes__[0]


def test_a_removed_function_disappears(admin_url, files):
    """A function whose file is gone, or whose arguments changed, does not live on."""
    (files / "functions" / "tenants" / "list_keys.sql").unlink()
    apply(admin_url, files)
    assert not [row for row in state(admin_url) if "FUNCTION knowledge.list_keys" in row[1]]


def test_two_at_once_both_succeed(empty):
    """Two applies at the same time take turns: together they apply each migration once."""
    with ThreadPoolExecutor(2) as pool:
        applied = list(pool.map(apply, [empty, empty]))
    assert sorted(applied, key=len) == [[], MIGRATIONS]


def identities(url: str) -> dict[str, int]:
    with psycopg.connect(url) as connection:
        return dict(
            connection.execute("select proname, oid from pg_proc where pronamespace = 'knowledge'::regnamespace")
        )


def rewrite(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


def test_a_function_keeps_its_identity(admin_url):
    """Applied again, the same function is there: whoever calls it at that moment calls nothing that is gone."""
    before = identities(admin_url)
    apply(admin_url)
    assert identities(admin_url) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tenant_id uuid, name text, tier text)", "tenant_id uuid, name text, tier text, region text default '')"),
        ("returns table (created_at timestamptz)", "returns table (created_at timestamptz, note text)"),
    ],
)
def test_an_expanded_function_takes_the_old_calls(admin_url, files, before, after):
    """An argument with a default, or a column more: it stands alone under its name, and is called as before."""
    file = files / "functions" / "tenants" / "create_tenant.sql"
    rewrite(file, before, after)
    if "note" in after:
        rewrite(file, "returning t.created_at;", "returning t.created_at, '';")
    apply(admin_url, files)
    with psycopg.connect(admin_url) as connection:
        call = "select created_at from knowledge.create_tenant(tenant_id => %s, name => 'a', tier => 'free')"
        assert connection.execute(call, [uuid4()]).fetchone()


def test_functions_answer_while_they_are_replaced(admin_url):
    """Callers of the release before get an answer at any moment of the next one's migration."""
    over, asked = threading.Event(), 0

    def ask() -> int:
        nonlocal asked
        with psycopg.connect(admin_url, autocommit=True) as connection:
            while not over.is_set():
                connection.execute("select * from knowledge.tenant_ids(after => null, max_rows => 10)")
                asked += 1
        return asked

    with ThreadPoolExecutor(1) as pool:
        caller = pool.submit(ask)
        wait_until(lambda: asked > 0, seconds=60, what="The first answer")
        for _ in range(3):
            apply(admin_url)
        over.set()
        assert caller.result() > 3
