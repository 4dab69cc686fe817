"""PostgREST's errors: the body it sends and the HTTP status it chooses.

Texts and statuses follow https://docs.postgrest.org/en/v14/references/errors.html; those of a missing or a
wrong API key are the ones that Supabase's gateway sends before PostgREST is reached.
"""

from collections.abc import Mapping
from typing import Any

from psycopg import Error as PostgresError
from psycopg import OperationalError
from psycopg_pool import PoolTimeout
from starlette.responses import JSONResponse

# The longest prefix of the SQLSTATE that is listed decides; anything else is 400.
STATUSES = {
    "08": 503,
    "09": 500,
    "0L": 403,
    "0P": 403,
    "21000": 500,
    "23503": 409,
    "23505": 409,
    "25": 500,
    "25006": 405,
    "28": 403,
    "2D": 500,
    "38": 500,
    "39": 500,
    "3B": 500,
    "40": 500,
    "42501": 403,
    "42883": 404,
    "42P01": 404,
    "42P17": 500,
    "53": 503,
    "53400": 500,
    "54": 500,
    "55": 500,
    "57": 500,
    "57P01": 503,
    "58": 500,
    "F0": 500,
    "HV": 500,
    "P0": 500,
    "P0001": 400,
    "XX": 500,
}


class RestError(Exception):
    """An answer that is not the function's result."""

    def __init__(
        self, status: int, code: str, message: str, *, details: str | None = None, hint: str | None = None
    ) -> None:
        self.status = status
        self.code = code
        self.body: Mapping[str, Any] = {"code": code, "message": message, "details": details, "hint": hint}
        super().__init__(message)

    def response(self) -> JSONResponse:
        """The error as PostgREST sends it."""
        headers = {"Proxy-Status": f"PostgREST; error={self.code}"}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        return JSONResponse(self.body, self.status, headers)


class BadKey(RestError):
    """A request that Supabase's gateway turns away: its body has no `code`."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(401, "", message)
        self.body = {"message": message, "hint": hint}

    def response(self) -> JSONResponse:
        """The error as the gateway sends it."""
        return JSONResponse(self.body, self.status)


def status(sqlstate: str) -> int:
    """The HTTP status of an SQLSTATE; `PTxyz` is the status xyz itself."""
    if sqlstate.startswith("PT"):
        chosen = sqlstate[2:]
        return int(chosen) if chosen.isdecimal() and 200 <= int(chosen) <= 599 else 500
    for length in (5, 2):
        if known := STATUSES.get(sqlstate[:length]):
            return known
    return 400


def from_postgres(error: PostgresError) -> RestError:
    """What PostgREST answers where the database, or the way to it, failed."""
    if error.sqlstate:
        diagnostics = error.diag
        return RestError(
            status(error.sqlstate),
            error.sqlstate,
            diagnostics.message_primary or "",
            details=diagnostics.message_detail,
            hint=diagnostics.message_hint,
        )
    if isinstance(error, PoolTimeout):
        return RestError(504, "PGRST003", "Timed out acquiring connection from connection pool.")
    if isinstance(error, OperationalError):
        return RestError(503, "PGRST001", "Database client error. Retrying the connection.", details=str(error))
    return RestError(500, "PGRSTX00", str(error))
