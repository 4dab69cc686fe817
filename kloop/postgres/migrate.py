"""Migrates a database to the state that `sql/` describes, while the previous release goes on answering."""

import hashlib
from pathlib import Path
from typing import Any

from kloop.paths import SQL

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
        new = [file for file in sorted((sql / "migrations").glob("*.sql")) if not _is_applied(connection, file)]
        for file in new:
            _run(connection, file)
            connection.execute("insert into migrations (name, sha256) values (%s, %s)", [file.name, _sha256(file)])
        # Functions call each other in any order; the tests call each of them.
        connection.execute("set local check_function_bodies = off")
        _replace_functions(connection, sorted((sql / "functions").rglob("*.sql")))
        _run(connection, sql / "grants.sql")
    return [file.name for file in new]


def _run(connection: Any, file: Path) -> None:
    try:
        connection.execute(file.read_bytes())
    except Exception as error:
        error.add_note(f"in {file}")
        raise


def _is_applied(connection: Any, file: Path) -> bool:
    connection.execute(
        "create table if not exists migrations"
        " (name text primary key, sha256 text not null, applied_at timestamptz not null default now())"
    )
    row = connection.execute("select sha256 from migrations where name = %s", [file.name]).fetchone()
    if row and row[0] != _sha256(file):
        raise MigrationChanged(f"{file.name} was edited after it was applied; restore it and write a new one")
    return row is not None


def _replace_functions(connection: Any, files: list[Path]) -> None:
    """Every function as its file has it, and none that has no file.

    One whose arguments stay keeps its identity, so that whoever calls it at this moment finds it. One whose arguments
    or columns changed is made anew: it must not live on beside its successor, which would make every call ambiguous.
    """
    before = _functions(connection)
    for name in before.keys() - {file.stem for file in files}:
        _drop(connection, before[name])
    for file in files:
        _replace(connection, file, before.get(file.stem, []))
    for name, signatures in _functions(connection).items():
        if len(signatures) > 1:  # other arguments
            _drop(connection, [signature for signature in signatures if signature in before.get(name, [])])


def _replace(connection: Any, file: Path, before: list[str]) -> None:
    import psycopg

    try:
        with connection.transaction():
            _run(connection, file)
    except psycopg.errors.InvalidFunctionDefinition:  # other columns, or a default less: `replace` cannot do that
        _drop(connection, before)
        _run(connection, file)


def _functions(connection: Any) -> dict[str, list[str]]:
    """The signatures of every function of the schema, by its name."""
    rows = connection.execute(
        "select proname, array_agg(oid::regprocedure::text) from pg_proc"
        " where pronamespace = 'knowledge'::regnamespace group by proname"
    )
    return dict(rows.fetchall())


def _drop(connection: Any, signatures: list[str]) -> None:
    for signature in signatures:
        connection.execute(f"drop function {signature}")


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
