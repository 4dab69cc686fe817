"""Each HTTP function alone, as Cloud Run functions and any container would start it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kloop.stack.processes import LOOPBACK, free_port, is_free, wait_until

ROOT = Path(__file__).parent.parent.parent
SERVED = sorted(path for path in (ROOT / "functions").glob("*/main.py") if "http, handler" in path.read_text())


@pytest.fixture(params=SERVED, ids=lambda source: source.parent.name)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The function served by functions-framework, without a single setting."""
    port = free_port()
    options = ["--asgi", "--target", "http", "--source", str(request.param), "--host", LOOPBACK]
    command = [Path(sys.executable).parent / "functions-framework", *options, "--port", str(port)]
    environment = {"PYTHONPATH": str(ROOT / "layers" / "knowledge"), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, env=environment, cwd=request.param.parent) as process:
        try:
            wait_until(lambda: not is_free(port), seconds=60, what="The start of functions-framework")
            yield f"http://{LOOPBACK}:{port}"
        finally:
            process.terminate()


# What a function is asked that has no `POST /`.
ASKED = {"forget": ("DELETE", "/users/nobody"), "learnings": ("GET", "/"), "user_memory": ("GET", "/somebody")}


def test_it_starts_alone(url: str, request: pytest.FixtureRequest) -> None:
    """Without settings it starts, refuses who has no key, and names the setting that a request with a key needs."""
    name = request.node.callspec.params["url"].parent.name
    method, path = ASKED.get(name, ("POST", "/"))
    asked = (method, url + path)
    refused = httpx.request(*asked, json={})
    assert refused.status_code == 401
    assert refused.headers["content-type"] == "application/problem+json"
    key = f"kl_{'0' * 32}_{'A' * 43}"
    lacking = httpx.request(*asked, json={}, headers={"Authorization": f"Bearer {key}"})
    assert lacking.status_code == 500
    assert "KNOWLEDGE_DATABASE_URL is not set" in lacking.json()["detail"]
