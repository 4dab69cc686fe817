"""A stack of its own for each of the long tests."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kloop.stack.processes import free_port
from tests.support.kloop import Kloop


@pytest.fixture
def kloop() -> Iterator[Kloop]:
    """The command line; what it started is stopped.

    Its folder is not pytest's, which the next pytest of this user closes to all others: run by root, PostgreSQL is
    another user, and could not start again.
    """
    with TemporaryDirectory(prefix="kloop-") as folder:
        command = Kloop(Path(folder) / "state", free_port())
        yield command
        command("down")
