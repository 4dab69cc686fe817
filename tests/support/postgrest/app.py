"""PostgREST's RPC endpoint over a connection pool: what `supabase.schema("knowledge").rpc(...)` talks to.

Only calls by POST are served. Whatever else PostgREST can do is answered with its own PGRST127.
"""

import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.support.postgrest.call import Result, call
from tests.support.postgrest.errors import BadKey, RestError, from_postgres
from tests.support.postgrest.routines import Routine, find

SINGLE = "application/vnd.pgrst.object+json"

# What PostgREST sets before the call: role, search path, timeout and claims, until the transaction ends.
PREPARE = """
select set_config('role', %(role)s, true),
       set_config('search_path', %(search_path)s, true),
       set_config('statement_timeout', %(statement_timeout)s, true),
       set_config('request.method', 'POST', true),
       set_config('request.path', %(path)s, true),
       set_config('request.jwt.claims', %(claims)s, true)
"""


@dataclass(frozen=True)
class RestSettings:
    """How the endpoint runs; the defaults are those of a new Supabase project, with `knowledge` exposed."""

    conninfo: str
    key: str
    schemas: tuple[str, ...] = ("knowledge",)
    extra_search_path: tuple[str, ...] = ("public", "extensions")
    role: str = "service_role"
    max_rows: int = 1000
    statement_timeout: str = "8s"
    pool_size: int = 10
    pool_timeout: float = 10.0


def create_app(settings: RestSettings) -> Starlette:
    """The ASGI app; its lifespan opens and closes the pool. The database may still be away when it starts."""
    pool = AsyncConnectionPool[AsyncConnection[Any]](
        settings.conninfo, min_size=1, max_size=settings.pool_size, timeout=settings.pool_timeout, open=False
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pool:
            yield

    async def rpc(request: Request) -> Response:
        try:
            return await _rpc(request, settings, pool)
        except RestError as error:
            return error.response()
        except psycopg.Error as error:
            return from_postgres(error).response()

    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    return Starlette(routes=[Route("/rest/v1/rpc/{function}", rpc, methods=methods)], lifespan=lifespan)


async def _rpc(request: Request, settings: RestSettings, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> Response:
    _authenticate(request, settings.key)
    _refuse_unsupported(request)
    schema = _schema(request, settings.schemas)
    arguments = _arguments(await request.body())
    function = request.path_params["function"]
    async with pool.connection() as connection, connection.transaction():
        await _prepare(connection, request, settings, schema)
        routine = await find(connection, schema, function, list(arguments))
        result = await call(connection, schema, routine, arguments, settings.max_rows)
        return _respond(request, schema, routine, result)


def _authenticate(request: Request, key: str) -> None:
    given = request.headers.get("apikey") or request.query_params.get("apikey")
    if not given:
        raise BadKey("No API key found in request", "No `apikey` request header or url param was found.")
    scheme, _, token = request.headers.get("authorization", f"Bearer {key}").partition(" ")
    if not (_same(given, key) and scheme.lower() == "bearer" and _same(token, key)):
        raise BadKey("Invalid API key", "Double check your Supabase `anon` or `service_role` API key.")


def _same(given: str, key: str) -> bool:
    return secrets.compare_digest(given.encode(), key.encode())


def _refuse_unsupported(request: Request) -> None:
    if request.method in {"PUT", "PATCH", "DELETE"}:
        raise RestError(405, "PGRST101", f"Cannot use the {request.method} method on RPC")
    if request.method != "POST" or set(request.query_params) - {"apikey"}:
        raise RestError(
            400,
            "PGRST127",
            "Feature not implemented",
            details="This endpoint serves calls by POST only, without filters or columns to select.",
        )


def _schema(request: Request, exposed: tuple[str, ...]) -> str:
    asked = request.headers.get("content-profile", exposed[0])
    if asked not in exposed:
        hint = f"Only the following schemas are exposed: {', '.join(exposed)}"
        raise RestError(406, "PGRST106", f"Invalid schema: {asked}", hint=hint)
    return asked


def _arguments(body: bytes) -> dict[str, Any]:
    try:
        arguments = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        raise RestError(400, "PGRST102", "Empty or invalid json")
    return arguments


async def _prepare(connection: AsyncConnection[Any], request: Request, settings: RestSettings, schema: str) -> None:
    path = ", ".join(f'"{name}"' for name in (schema, *settings.extra_search_path))
    await connection.execute(
        PREPARE,
        {
            "role": settings.role,
            "search_path": path,
            "statement_timeout": settings.statement_timeout,
            "path": request.url.path,
            "claims": json.dumps({"role": settings.role}),
        },
    )


def _respond(request: Request, schema: str, routine: Routine, result: Result) -> Response:
    headers = {"Content-Profile": schema}
    if routine.returns_void:
        return Response(status_code=204, headers=headers)
    body = result.body
    if SINGLE in request.headers.get("accept", "") and routine.returns_set:
        if result.returned != 1:
            message = "Cannot coerce the result to a single JSON object"
            raise RestError(406, "PGRST116", message, details=f"The result contains {result.returned} rows")
        body = json.dumps(json.loads(body)[0])
    counted = "count=exact" in request.headers.get("prefer", "")
    if counted:
        headers["Preference-Applied"] = "count=exact"
    span = f"0-{result.returned - 1}" if result.returned else "*"
    headers["Content-Range"] = f"{span}/{result.total if counted else '*'}"
    partial = counted and result.returned < result.total
    headers["Content-Type"] = "application/json; charset=utf-8"
    return Response(body, 206 if partial else 200, headers)
