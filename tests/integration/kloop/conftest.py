"""A PostgreSQL of its own for the tests of the local stack."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kloop.postgres.server import Postgres


@pytest.fixture(scope="session")
def stack_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A running server with pgvector."""
    folder: Path = tmp_path_factory.mktemp("postgres")
    with Postgres(folder) as server:
        yield server
