"""The database port: named functions of the schema `knowledge`, nothing else."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from knowledge.errors import KnowledgeError, Misconfigured, OutOfSpace, Unavailable, from_sqlstate
from knowledge.ports.retry import once_more
from knowledge.ports.telemetry import stage

if TYPE_CHECKING:
    from psycopg import Connection
    from supabase import Client

SCHEMA = "knowledge"
SUPABASE_TIMEOUT = 20  # seconds
POOL_TIMEOUT = 10  # seconds for a connection
CONNECT_TIMEOUT = 3  # seconds, to learn why there is no connection
MAX_ROWS = 1000  # of an answer: PostgREST cuts off what is beyond

IN_THE_WAY = "Other changes got in the way at each attempt; repeat the request in a moment."

# What a server says that will not let in this user at all; a connection that fails has no SQLSTATE.
_LOGIN = re.compile(
    r"authentication failed|no password supplied|(?:role|database) \"[^\"]*\" does not exist|not permitted to log in"
)

Row = dict[str, Any]


class Database(Protocol):
    """Calls the SQL functions of `sql/functions`."""

    def call(self, function: str, **arguments: Any) -> list[Row]:
        """The rows that `knowledge.function(...)` returns.

        Vectors are passed as lists of floats, arrays as tuples, JSON as any other list or dict. Uuids and
        times come back as the adapter has them, objects or ISO strings: validate rows with a model. Raises
        the `errors.KnowledgeError` that the function's SQLSTATE stands for, and `Unavailable` where the
        database does not answer.
        """
        ...


class PostgresDatabase:
    """Any Postgres with pgvector over psycopg: RDS, Aurora, Neon, Supavisor, or the one on this laptop."""

    def __init__(self, url: str, connections: int) -> None:
        """Connects at the first call, with at most `connections` at once."""
        from psycopg.rows import dict_row
        from psycopg_pool import ConnectionPool

        self._url = url
        self._pool: ConnectionPool[Any] = ConnectionPool(
            url,
            min_size=0,
            max_size=connections,
            open=True,
            timeout=POOL_TIMEOUT,
            check=ConnectionPool.check_connection,
            # Prepared statements break behind a transaction pooler and flip plans by tenant size.
            kwargs={"autocommit": True, "row_factory": dict_row, "prepare_threshold": None},
        )

    def call(self, function: str, **arguments: Any) -> list[Row]:
        return once_more(lambda: self._once(function, arguments))

    def _once(self, function: str, arguments: dict[str, Any]) -> list[Row]:
        with self._translated(function), stage("database"), self._connection() as connection:
            rows: list[Row] = connection.execute(
                _statement(function, tuple(arguments)), {name: _adapt(value) for name, value in arguments.items()}
            ).fetchall()
            return rows

    @contextmanager
    def whole(self) -> Iterator[Database]:
        """Calls that all hold or none: nobody else sees anything of them before the end, nor after an error."""
        with self._translated(None), self._pool.connection() as connection, connection.transaction():
            yield _Transaction(self._url, connection)

    def _connection(self) -> "AbstractContextManager[Connection[Any]]":
        return self._pool.connection()

    @contextmanager
    def _translated(self, function: str | None) -> Iterator[None]:
        """Turns what psycopg raises into our errors."""
        import psycopg
        from psycopg_pool import PoolTimeout

        try:
            yield
        except psycopg.errors.TransactionRollback as error:
            raise Unavailable(IN_THE_WAY) from error
        except psycopg.errors.DiskFull as error:
            raise OutOfSpace from error
        except (PoolTimeout, psycopg.OperationalError) as error:
            raise self._refusal() from error
        except psycopg.Error as error:
            # Without a context it was raised by the call itself, not by what a function does.
            by_call = function if not error.diag.context else None
            raise _meaning(error.sqlstate or "", error.diag.message_primary or "", by_call) from error

    def _refusal(self) -> KnowledgeError:
        """Why there is no connection: the pool only says that it has none, so one is tried."""
        import psycopg

        try:
            psycopg.connect(self._url, connect_timeout=CONNECT_TIMEOUT).close()
        except psycopg.OperationalError as error:
            if _LOGIN.search(str(error)):
                return Misconfigured(
                    "The database refuses the login: the user, the password or the database's name in"
                    " KNOWLEDGE_DATABASE_URL is wrong; the operator corrects it and starts the functions anew."
                )
        return Unavailable("The database does not answer; repeat the request in a moment.")

    def close(self) -> None:
        """Ends all connections."""
        self._pool.close()


class _Transaction(PostgresDatabase):
    """The same over one connection, within what it has begun."""

    def __init__(self, url: str, connection: "Connection[Any]") -> None:
        self._url, self._begun = url, connection

    def call(self, function: str, **arguments: Any) -> list[Row]:
        return self._once(function, arguments)

    def _connection(self) -> "AbstractContextManager[Connection[Any]]":
        return nullcontext(self._begun)


class SupabaseDatabase:
    """A Supabase project over HTTPS: no connections to exhaust, whatever the number of callers."""

    def __init__(self, url: str, key: str) -> None:
        """`key` is the project's service-role or secret key."""
        import httpx
        from supabase import ClientOptions, create_client

        self._http = httpx.Client(timeout=SUPABASE_TIMEOUT, http2=True)
        options = ClientOptions(
            schema=SCHEMA,
            auto_refresh_token=False,
            persist_session=False,
            httpx_client=self._http,
            # A call that wrote and whose answer was lost must not write again.
            postgrest_client_retry=False,
        )
        self._client: Client = create_client(url, key, options)

    def call(self, function: str, **arguments: Any) -> list[Row]:
        return once_more(lambda: self._once(function, arguments))

    def _once(self, function: str, arguments: dict[str, Any]) -> list[Row]:
        import httpx
        from postgrest.exceptions import APIError

        parameters = {name: _jsonable(value) for name, value in arguments.items()}
        try:
            with stage("database"):
                answer = self._client.rpc(function, parameters).execute()
        except httpx.HTTPError as error:
            raise Unavailable("Supabase does not answer; repeat the request in a moment.") from error
        except APIError as error:
            raise _meaning(str(error.code or ""), error.message or "", function) from error
        return answer.data if isinstance(answer.data, list) else []

    def close(self) -> None:
        """Ends all connections."""
        self._http.close()


def _meaning(code: str, message: str, called: str | None) -> KnowledgeError:
    """The error that a code stands for; where it stands for none and `called` raised it, what the operator forgot."""
    error = from_sqlstate(code, message)
    return (called and type(error) is KnowledgeError and _of_set_up(code, called)) or error


def _of_set_up(code: str, function: str) -> Misconfigured | None:
    """What the operator forgot, by the SQLSTATE or PostgREST's code of a call that could not even begin; else None."""
    match code:
        case "42883" | "3F000" | "PGRST202":
            return Misconfigured(
                f"The database has no {SCHEMA}.{function} with these arguments; the operator runs this release's"
                " `kloop migrate` on it."
            )
        case "42501":
            return Misconfigured(
                f"The login may not call {SCHEMA}.{function}; an administrator of the database runs"
                " `grant service_role to <the login>`, or with Supabase gives the functions a secret key. Tenants and"
                " keys take an administrator's login, or one in the role knowledge_admin."
            )
        case "PGRST106":
            return Misconfigured(
                f"Supabase does not expose the schema {SCHEMA}; the operator adds it: Settings, API, Exposed schemas."
            )
        case _:
            return None


@cache  # to write it takes as long as to send it; there are as many as the code has calls
def _statement(function: str, names: tuple[str, ...]) -> bytes:
    """The call of a function by its arguments' names."""
    from psycopg.sql import SQL, Identifier, Placeholder

    given = SQL(", ").join(SQL("{} => {}").format(Identifier(name), Placeholder(name)) for name in names)
    return SQL("select * from {}({})").format(Identifier(SCHEMA, function), given).as_bytes()


def _adapt(value: Any) -> Any:
    """psycopg sees by the Python value what kind of argument is meant."""
    from psycopg.types.json import Jsonb

    if _is_vector(value):
        return _vector_text(value)
    if isinstance(value, tuple):
        return list(value)
    return Jsonb(value) if isinstance(value, list | dict) else value


def _jsonable(value: Any) -> Any:
    from pydantic_core import to_jsonable_python

    return _vector_text(value) if _is_vector(value) else to_jsonable_python(value)


def _is_vector(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], float)


def _vector_text(vector: list[float]) -> str:
    """The type's text form: the binary one would cost a look at the catalogue for every new connection."""
    from pgvector import Vector

    return Vector(vector).to_text()


def tenant_ids(database: Database) -> Iterator[UUID]:
    """The id of every tenant, in their order, a page a call."""
    after: UUID | None = None
    while rows := database.call("tenant_ids", after=after, max_rows=MAX_ROWS):
        for row in rows:
            after = UUID(str(row["tenant_id"]))
            yield after
