"""The release before goes on answering on the new SQL: expand first, contract a release later."""

import json

import psycopg
from psycopg import sql

from kloop.postgres.server import SUPERUSER, Postgres
from tests.conftest import TEMPLATE, in_database
from tests.support.released_functions import RECORD, latest_release

RELEASED = json.loads(RECORD.read_text())


def call(function: dict, count: int) -> sql.Composed:
    """A call with the first so many arguments by their names, that reads each column of the release."""
    named = zip(function["arguments"][:count], function["types"][:count], strict=True)
    return sql.SQL("prepare released as select {} from {}({})").format(
        sql.SQL(", ").join(map(sql.Identifier, function["columns"])) or sql.SQL("*"),
        sql.Identifier("knowledge", function["name"]),
        sql.SQL(", ").join(
            sql.SQL("{} => ${}::{}").format(sql.Identifier(name), sql.Literal(at), sql.SQL(kind))
            for at, (name, kind) in enumerate(named, start=1)
        ),
    )


def test_the_record_is_of_the_latest_release() -> None:
    """Whoever releases runs `make released`: an older record says nothing of what is served now."""
    assert RELEASED["release"] == latest_release()


def test_each_call_of_the_release_before_is_answered(postgres: Postgres) -> None:
    """With all of its arguments, and with none of those that have a default; each column that it reads is there.

    A function that must change otherwise gets another name, and keeps this one for a release.
    """
    with psycopg.connect(in_database(postgres.url(SUPERUSER), TEMPLATE), autocommit=True) as connection:
        connection.execute("set search_path = knowledge, extensions, pg_temp")
        assert {function["name"]: refusals(connection, function) for function in RELEASED["functions"]} == {
            function["name"]: [] for function in RELEASED["functions"]
        }


def refusals(connection: psycopg.Connection, function: dict) -> list[str]:
    """What the server says of the calls that it does not answer."""
    refused = []
    for count in {len(function["arguments"]), len(function["arguments"]) - function["defaults"]}:
        try:
            connection.execute(call(function, count))
            connection.execute("deallocate released")
        except psycopg.Error as error:
            refused.append(str(error))
    return refused
