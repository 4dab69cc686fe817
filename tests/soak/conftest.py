"""A stack of its own for each of the long tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kloop.stack.processes import free_port
from tests.support.kloop import Kloop


@pytest.fixture
def kloop(tmp_path: Path) -> Iterator[Kloop]:
    """The command line; what it started is stopped."""
    command = Kloop(tmp_path / "state", free_port())
    yield command
    command("down")
