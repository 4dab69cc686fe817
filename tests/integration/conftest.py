"""The functions as functions-framework serves them, over the test's own database and bucket."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Any

import pytest
from functions_framework.aio import create_asgi_app
from knowledge import wiring
from knowledge.database import Database
from knowledge.embedder import OnnxEmbedder
from knowledge.objects import S3Objects
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from starlette.testclient import TestClient
from werkzeug.serving import make_server

from tests.conftest import ROOT
from tests.integration.storage import Faults, OneAtATime, client_of


@dataclass
class Client:
    """Calls each function by its folder's name."""

    apps: dict[str, TestClient]

    def post(self, function: str, key: str, body: Any, **headers: str) -> Any:
        return self.request("POST", function, key, json=body, headers=headers)

    def request(self, method: str, function: str, key: str, path: str = "/", **options: Any) -> Any:
        headers = {"Authorization": f"Bearer {key}", **options.pop("headers", {})}
        return self.apps[function].request(method, path, headers=headers, **options)


@pytest.fixture(scope="session")
def faults() -> Faults:
    """What goes wrong between the client and the server."""
    return Faults(OneAtATime(DomainDispatcherApplication(create_backend_app)))


@pytest.fixture(scope="session")
def endpoint(faults: Faults) -> Iterator[str]:
    """The address of a running S3."""
    server = make_server("127.0.0.1", 0, faults, threaded=True, request_handler=MotoRequestHandler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def objects(endpoint: str) -> S3Objects:
    """An empty versioned bucket of the test's own."""
    client, bucket = client_of(endpoint), f"b-{secrets.token_hex(8)}"
    client.create_bucket(Bucket=bucket)
    client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
    return S3Objects(client, bucket)


@pytest.fixture
def client(
    database: Database, objects: S3Objects, embedder: OnnxEmbedder, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Client]:
    """Every function, each from the file that Lambda runs."""
    monkeypatch.setattr(wiring, "database", lambda: database)
    monkeypatch.setattr(wiring, "objects", lambda: objects)
    monkeypatch.setattr(wiring, "embedder", lambda: embedder)
    monkeypatch.setattr(wiring, "llm", lambda: None)
    sources = sorted((ROOT / "functions").glob("*/main.py"))
    yield Client({each.parent.name: TestClient(create_asgi_app("http", str(each), "http")) for each in sources})
