"""The functions as functions-framework serves them, over the test's own database."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from functions_framework.aio import create_asgi_app
from knowledge import wiring
from knowledge.database import Database
from knowledge.embedder import OnnxEmbedder
from starlette.testclient import TestClient

from tests.conftest import ROOT


@dataclass
class Client:
    """Calls each function by its folder's name."""

    apps: dict[str, TestClient]

    def post(self, function: str, key: str, body: Any, **headers: str) -> Any:
        return self.request("POST", function, key, json=body, headers=headers)

    def request(self, method: str, function: str, key: str, path: str = "/", **options: Any) -> Any:
        headers = {"Authorization": f"Bearer {key}", **options.pop("headers", {})}
        return self.apps[function].request(method, path, headers=headers, **options)


@pytest.fixture
def client(database: Database, embedder: OnnxEmbedder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """Every function, each from the file that Lambda runs."""
    monkeypatch.setattr(wiring, "database", lambda: database)
    monkeypatch.setattr(wiring, "embedder", lambda: embedder)
    monkeypatch.setattr(wiring, "llm", lambda: None)
    sources = sorted((ROOT / "functions").glob("*/main.py"))
    yield Client({each.parent.name: TestClient(create_asgi_app("http", str(each), "http")) for each in sources})
