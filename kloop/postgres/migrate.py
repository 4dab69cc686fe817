"""Brings a database to the state that `sql/` describes."""

import hashlib
from pathlib import Path
from typing import Any

SQL = Path(__file__).parents[2] / "sql"
LOCK = 0x6B6C6F6F70  # "kloop": one migration at a time in a database


class MigrationChanged(Exception):
    """An applied migration was edited; restore its file and put the change in a new one."""


def apply(conninfo: str, sql: Path = SQL) -> list[str]:
    """Applies roles, pending migrations, all functions and grants in one transaction; safe to repeat.

    `conninfo` is an administrator's login (superuser, or Supabase's `postgres`). Returns the names of the
    migrations that were new. Raises `MigrationChanged`, or psycopg's error with nothing applied.
    """
    import psycopg

    with psycopg.connect(conninfo) as connection:
        connection.execute("select pg_advisory_xact_lock(%s)", [LOCK])
        _run(connection, sql / "roles.sql")
        connection.execute("set local role knowledge_owner")
        connection.execute("set local search_path = knowledge, extensions, pg_temp")
        new = [file for file in sorted((sql / "migrations").glob("*.sql")) if not _applied(connection, file)]
        for file in new:
            _run(connection, file)
            connection.execute("insert into migrations (name, sha256) values (%s, %s)", [file.name, _sha256(file)])
        _drop_functions(connection)
        # Functions call each other in any order; the tests call each of them.
        connection.execute("set local check_function_bodies = off")
        for file in sorted((sql / "functions").rglob("*.sql")):
            _run(connection, file)
        _run(connection, sql / "grants.sql")
    return [file.name for file in new]


def _run(connection: Any, file: Path) -> None:
    try:
        connection.execute(file.read_bytes())
    except Exception as error:
        error.add_note(f"in {file}")
        raise


def _applied(connection: Any, file: Path) -> bool:
    connection.execute(
        "create table if not exists migrations"
        " (name text primary key, sha256 text not null, applied_at timestamptz not null default now())"
    )
    row = connection.execute("select sha256 from migrations where name = %s", [file.name]).fetchone()
    if row and row[0] != _sha256(file):
        raise MigrationChanged(f"{file.name} was edited after it was applied; restore it and write a new one")
    return row is not None


def _drop_functions(connection: Any) -> None:
    """A function whose file is gone or whose arguments changed must not live on beside its successor."""
    connection.execute(
        "do $$ declare f regprocedure; begin"
        " for f in select oid from pg_proc where pronamespace = 'knowledge'::regnamespace loop"
        " execute format('drop function %s', f); end loop; end $$"
    )


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
