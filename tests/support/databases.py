"""A database of many tests or of one, and the connections to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from knowledge.ports.database import PostgresDatabase, Row


class OfTenants(PostgresDatabase):
    """A database of many tests, of which none is to see what the others left: it answers what is about one tenant.

    Nobody breaks its connections, and to ask each before each call whether it lives took a third of what a call takes.
    """

    def __init__(self, url: str, connections: int) -> None:
        super().__init__(url, connections)
        self._pool._check = None

    def call(self, function: str, **arguments: Any) -> list[Row]:
        if "tenant_id" not in arguments:
            pytest.fail(f"{function} sees all tenants: who calls it takes `admin_url`, a database of the test's own")
        return super().call(function, **arguments)


@dataclass(frozen=True)
class Connected:
    """A database, the ways into it, and who is connected."""

    app_url: str
    admin_url: str
    database: PostgresDatabase
    administrator: PostgresDatabase


@contextmanager
def opened(app_url: str, admin_url: str, adapter: type[PostgresDatabase] = PostgresDatabase) -> Iterator[Connected]:
    """The database as the functions and as an administrator reach it."""
    database, administrator = adapter(app_url, connections=8), adapter(admin_url, connections=2)
    yield Connected(app_url, admin_url, database, administrator)
    database.close()
    administrator.close()


def same_database(url: str, other: str) -> str:
    """The server and login of the one, the database of the other."""
    return in_database(url, urlsplit(other).path.strip("/"))


def in_database(url: str, name: str) -> str:
    """The same server and login, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
