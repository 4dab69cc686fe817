"""Finds an SQL function by the names of its arguments, as PostgREST's schema cache does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import class_row

from tests.support.postgrest.errors import RestError

# A result with an OUT, INOUT or TABLE argument counts as composite, as in PostgREST's schema cache.
ROUTINES = """
select proc.proname as name,
       proc.proretset as returns_set,
       result.typname = 'void' as returns_void,
       result.typtype = 'c' or coalesce(proc.proargmodes::text[] && '{t,b,o}', false) as returns_composite,
       coalesce(input.names, '{}') as names,
       coalesce(input.types, '{}') as types,
       proc.pronargdefaults as defaults
  from pg_catalog.pg_proc proc
  join pg_catalog.pg_type result on result.oid = proc.prorettype
 cross join lateral (
       select array_agg(coalesce(argument.name, '') order by argument.position) as names,
              array_agg(pg_catalog.format_type(argument.type, null) order by argument.position) as types
         from unnest(
              proc.proargnames, coalesce(proc.proallargtypes, proc.proargtypes::oid[]), proc.proargmodes
              ) with ordinality as argument (name, type, mode, position)
        where argument.type is not null and coalesce(argument.mode, 'i') in ('i', 'b')
       ) input
 where proc.pronamespace = to_regnamespace(%(schema)s)
   and proc.prokind = 'f'
   and result.typname <> 'trigger'
   and (proc.proname = %(name)s or not %(exact)s)
"""


@dataclass(frozen=True)
class Routine:
    """A function of the database, as its catalogue describes it."""

    name: str
    returns_set: bool
    returns_void: bool
    returns_composite: bool
    names: list[str]
    types: list[str]
    defaults: int

    def accepts(self, arguments: Iterable[str]) -> bool:
        """Whether these arguments are all known, and those without a default all there."""
        required = self.names[: len(self.names) - self.defaults]
        return set(required) <= set(arguments) <= set(self.names)


async def find(connection: AsyncConnection[Any], schema: str, function: str, arguments: Sequence[str]) -> Routine:
    """The one function that takes these arguments. Raises `RestError` 404 PGRST202, or 300 PGRST203."""
    overloads = await _routines(connection, schema, function)
    fitting = [routine for routine in overloads if routine.accepts(arguments)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise _ambiguous(schema, fitting)
    known = [] if overloads else await _routines(connection, schema)
    raise _unknown(schema, function, sorted(arguments), overloads, known)


async def _routines(connection: AsyncConnection[Any], schema: str, function: str | None = None) -> list[Routine]:
    parameters = {"schema": schema, "name": function, "exact": function is not None}
    async with connection.cursor(row_factory=class_row(Routine)) as cursor:
        await cursor.execute(ROUTINES, parameters)
        return await cursor.fetchall()


def _ambiguous(schema: str, routines: list[Routine]) -> RestError:
    signatures = [
        f"{schema}.{routine.name}("
        + ", ".join(f"{name} => {type_}" for name, type_ in zip(routine.names, routine.types, strict=True))
        + ")"
        for routine in routines
    ]
    return RestError(
        300,
        "PGRST203",
        f"Could not choose the best candidate function between: {', '.join(signatures)}",
        hint="Try renaming the parameters or the function itself in the database so function overloading "
        "can be resolved",
    )


def _unknown(
    schema: str, function: str, arguments: list[str], overloads: list[Routine], known: list[Routine]
) -> RestError:
    listed = ", ".join(arguments)
    called = f"({listed})" if arguments else " without parameters"
    plural = "s" if len(arguments) > 1 else ""
    searched = f" with parameter{plural} {listed}" if arguments else called
    return RestError(
        404,
        "PGRST202",
        f"Could not find the function {schema}.{function}{called} in the schema cache",
        details=f"Searched for the function {schema}.{function}{searched} or with a single unnamed "
        "json/jsonb parameter, but no matches were found in the schema cache.",
        hint=_hint(schema, function, arguments, overloads, known),
    )


def _hint(
    schema: str, function: str, arguments: list[str], overloads: list[Routine], known: list[Routine]
) -> str | None:
    """The nearest name among `known`, or the nearest arguments among the `overloads` of the right name."""
    if overloads:
        signatures = [f"({', '.join(sorted(routine.names))})" for routine in overloads]
        near = get_close_matches(f"({', '.join(arguments)})", signatures, n=1, cutoff=0.33)
        near = [function + signature for signature in near]
    else:
        near = get_close_matches(function, [routine.name for routine in known], n=1, cutoff=0.75)
    return f"Perhaps you meant to call the function {schema}.{near[0]}" if near else None
