"""Each HTTP function alone, as Cloud Run functions and any container would start it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from functions_framework.aio import create_asgi_app
from starlette.testclient import TestClient

from kloop.stack.processes import LOOPBACK, free_port, is_free, wait_until

ROOT = Path(__file__).parent.parent.parent
SERVED = sorted(path for path in (ROOT / "functions").glob("*/main.py") if "http, handler" in path.read_text())


# What a function is asked that has no `POST /`.
ASKED = {"forget": ("DELETE", "/users/nobody"), "learnings": ("GET", "/"), "user_memory": ("GET", "/somebody")}

# Each is a process of its own, which imports all anew: one is started in `make test`, and what each answers there it
# answers in this process, too.
SOME = {"embed"}


def started(source: Path) -> Any:
    marks = [] if source.parent.name in SOME else [pytest.mark.soak]
    return pytest.param(source, id=source.parent.name, marks=marks)


@pytest.fixture(params=map(started, SERVED))
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


def test_it_starts_alone(url: str, request: pytest.FixtureRequest) -> None:
    """Without settings it starts, refuses who has no key, and names the setting that a request with a key needs."""
    with httpx.Client(base_url=url) as client:
        require_refusals(client, request.node.callspec.params["url"].parent.name)


@pytest.mark.parametrize("source", SERVED, ids=lambda source: source.parent.name)
def test_it_names_the_setting_that_it_lacks(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them, as functions-framework has it once it is started."""
    for name in [name for name in os.environ if name.startswith("KNOWLEDGE_")]:
        monkeypatch.delenv(name)
    with TestClient(create_asgi_app("http", str(source), "http")) as client:
        require_refusals(client, source.parent.name)


def require_refusals(client: Any, function: str) -> None:
    method, path = ASKED.get(function, ("POST", "/"))
    refused = client.request(method, path, json={})
    assert refused.status_code == 401
    assert refused.headers["content-type"] == "application/problem+json"
    key = f"kl_{'0' * 32}_{'A' * 43}"
    lacking = client.request(method, path, json={}, headers={"Authorization": f"Bearer {key}"})
    assert lacking.status_code == 500
    assert "KNOWLEDGE_DATABASE_URL is not set" in lacking.json()["detail"]
