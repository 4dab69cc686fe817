"""A PostgreSQL and a storage of their own for the tests of the local stack."""

from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import pytest

from kloop.postgres import Postgres
from kloop.processes import answers, free_port, wait_until
from kloop.resources import BUCKET
from kloop.storage import command


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A running server with pgvector."""
    folder: Path = tmp_path_factory.mktemp("postgres")
    with Postgres(folder) as server:
        yield server


@pytest.fixture(scope="module")
def storage_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running storage without any function's queues."""
    folder, port = tmp_path_factory.mktemp("storage"), free_port()
    url = f"http://127.0.0.1:{port}"
    with Popen(command(folder / "journal", port, folder)) as process:
        wait_until(lambda: answers(f"{url}/{BUCKET}"), seconds=30, what="The start of storage")
        yield url
        process.terminate()
