"""Calls an SQL function with a JSON object, as PostgREST does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import AsyncConnection
from psycopg.sql import SQL, Composed, Identifier, Literal
from psycopg.types.json import Json

from tests.support.postgrest.routines import Routine


@dataclass(frozen=True)
class Result:
    """What a call gave: JSON text of at most the allowed rows, and how many rows there were in all."""

    body: str
    returned: int
    total: int


async def call(
    connection: AsyncConnection[Any], schema: str, routine: Routine, arguments: dict[str, Any], max_rows: int
) -> Result:
    """Runs the function with each argument read from JSON as its declared type.

    `json_to_record` does the reading, so a pgvector `vector` may come as a JSON array or as text.
    """
    cursor = await connection.execute(_statement(schema, routine, sorted(arguments), max_rows), [Json(arguments)])
    row = await cursor.fetchone()
    assert row is not None  # an aggregate without GROUP BY returns one row
    return Result(*row)


def _statement(schema: str, routine: Routine, arguments: Sequence[str], max_rows: int) -> Composed:
    function = Identifier(schema, routine.name)
    passed = SQL(", ").join(SQL("{0} := pgrst_body.{0}").format(Identifier(argument)) for argument in arguments)
    scalar = SQL("(select {}({}) as pgrst_scalar)").format(function, passed)
    rows = SQL("{}({})").format(function, passed)
    return SQL(
        "with pgrst_source as (select pgrst_call.* from {body}lateral {called} pgrst_call), "
        "pgrst_page as (select * from pgrst_source limit {limit}) "
        "select {answer}::text, count(*), (select count(*) from pgrst_source) from pgrst_page page"
    ).format(
        body=_payload(routine, arguments),
        called=rows if routine.returns_composite else scalar,
        limit=Literal(max_rows),
        answer=_answer(routine),
    )


def _payload(routine: Routine, arguments: Sequence[str]) -> Composed:
    """`from`-item in which `pgrst_body` has a typed column an argument."""
    declared = dict(zip(routine.names, routine.types, strict=True))
    columns = SQL(", ").join(
        # The catalogue wrote the type's name, quoted where needed.
        SQL("{} " + declared[argument]).format(Identifier(argument))
        for argument in arguments
    )
    payload = SQL("(select %s::json as json_data) pgrst_payload, ").format()
    if not arguments:
        return payload
    return payload + SQL("json_to_record(pgrst_payload.json_data) as pgrst_body({}), ").format(columns)


def _answer(routine: Routine) -> Composed:
    row = SQL("page" if routine.returns_composite else "page.pgrst_scalar")
    if routine.returns_set:
        return SQL("coalesce(json_agg({}), '[]')").format(row)
    return SQL("coalesce(json_agg({})->0, 'null')").format(row)
