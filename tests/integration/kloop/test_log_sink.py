"""A process whose log nobody takes answers like any other."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from kloop.stack import gateway
from kloop.stack.processes import answers, free_port, wait_until
from tests.conftest import ROOT


def _full_disk() -> tuple[int, int | None]:
    return os.open("/dev/full", os.O_WRONLY), None


def _closed_pipe() -> tuple[int, int | None]:
    read, write = os.pipe()
    os.close(read)
    return write, None


def _full_pipe() -> tuple[int, int | None]:
    read, write = os.pipe()
    os.set_blocking(write, False)
    with suppress(BlockingIOError):
        while os.write(write, b"." * 4096):
            pass
    os.set_blocking(write, True)
    return write, read


SOAK = pytest.mark.soak  # each is a process of its own


@pytest.fixture(params=[pytest.param(_full_disk, marks=SOAK), pytest.param(_closed_pipe, marks=SOAK), _full_pipe])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where a front door answers whose standard output is of that kind."""
    output, reader = request.param()
    port = free_port()
    command = gateway.command(port, ROOT / "functions")
    nowhere = {"KNOWLEDGE_S3_ENDPOINT": "http://127.0.0.1:9", "KNOWLEDGE_DATABASE_URL": "postgresql://127.0.0.1:9/x"}
    process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, env={**os.environ, **nowhere})
    wait_until(lambda: answers(f"http://127.0.0.1:{port}/health"), seconds=120, what="The start of the front door")
    yield f"http://127.0.0.1:{port}/functions/v1"
    process.kill()
    process.wait()
    for number in filter(None, (output, reader)):
        os.close(number)


def test_an_answer_does_not_wait_for_its_line(url: str) -> None:
    """On a full disk, into a closed pipe or a full one: the same answer, again and again."""
    with httpx.Client(timeout=30, trust_env=False) as http:
        for _ in range(3):
            refused = http.post(f"{url}/embed", json={"input": "a"})
            assert refused.status_code == 401, refused.text
