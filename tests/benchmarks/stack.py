"""What the benchmarks of the database share: a server of their own, full tenants, and the functions over HTTP."""

import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import boto3
import psycopg
from functions_framework.aio import create_asgi_app
from knowledge import auth, wiring
from knowledge.ports import telemetry
from knowledge.ports.database import Database, PostgresDatabase, SupabaseDatabase
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.object_store import S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.uploads.registry import Upload, UploadRegistry
from knowledge.usecases.upload_ingest.storage_events import AssetEvents

from kloop.postgres.migrate import apply
from kloop.postgres.server import APP, SUPERUSER, Postgres
from kloop.stack.processes import LOOPBACK, answers, free_port, wait_until
from tests.support.postgrest.app import RestSettings, create_app
from tests.support.serving import serving

ROOT = Path(__file__).parents[2]
BUCKET = "knowledge"
FILL = """
insert into knowledge.knowledge (tenant_id, learning, learning_hash, embedding, model)
select %s, 'Learning ' || n || ' of a length that is usual for what an agent writes down after its run.', n,
    (select array_agg(sin(n * d * 1.7 + %s)) from generate_series(1, 384) as d)::extensions.vector, %s
from generate_series(1, %s) as n
"""


@contextmanager
def server() -> Iterator[tuple[str, str]]:
    """A migrated Postgres: the superuser's URL and the functions' one."""
    with TemporaryDirectory() as folder, Postgres(Path(folder)) as postgres:
        apply(postgres.url(SUPERUSER))
        postgres.let_app_in()
        with psycopg.connect(postgres.url(SUPERUSER)) as connection:  # they also make their tenants
            connection.execute(f"grant knowledge_admin to {APP}")
        yield postgres.url(SUPERUSER), postgres.url()


@contextmanager
def adapter(name: str, app_url: str) -> Iterator[Database]:
    """The database through psycopg (`postgres`), or through supabase-py and the local RPC endpoint (`supabase`)."""
    if name == "postgres":
        direct = PostgresDatabase(app_url, connections=4)
        yield direct
        direct.close()
        return
    key = secrets.token_urlsafe()
    with serving(create_app(RestSettings(conninfo=app_url, key=key))) as url:
        over_http = SupabaseDatabase(url, key)
        yield over_http
        over_http.close()


def new_tenant(database: Database) -> tuple[UUID, str]:
    """A tenant of the largest tier and an agent's key of it."""
    tenant_id = uuid4()
    key = auth.new_key(tenant_id)
    database.call("create_tenant", tenant_id=tenant_id, name=str(tenant_id), tier="team")
    database.call("create_key", tenant_id=tenant_id, key_hash=auth.key_digest(key), role="agent")
    return tenant_id, key


@contextmanager
def bucket() -> Iterator[str]:
    """An S3 with an empty versioned bucket, in a process of its own; its address."""
    port = free_port()
    endpoint = f"http://{LOOPBACK}:{port}"
    with subprocess.Popen(
        [sys.executable, "-m", "moto.server", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as storage:
        try:
            wait_until(lambda: answers(f"{endpoint}/moto-api/"), seconds=60, what="The start of the storage")
            client = s3(endpoint)
            client.create_bucket(Bucket=BUCKET)
            client.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})
            yield endpoint
        finally:
            storage.terminate()


def s3(endpoint: str) -> Any:
    """boto3's client of it."""
    names = {"aws_access_key_id": "local", "aws_secret_access_key": "local", "region_name": "us-east-1"}
    return boto3.client("s3", endpoint_url=endpoint, **names)  # type: ignore[call-overload]  # keywords by name


class Bench:
    """A tenant's uploads over an embedder."""

    def __init__(self, endpoint: str, database: Database, embedder: Any) -> None:
        self.client, self.database, (self.tenant_id, _) = s3(endpoint), database, new_tenant(database)
        self.asset_events = AssetEvents(S3Objects(self.client, BUCKET), database, lambda _: [embedder])

    def ingest(self, name: str, content: bytes) -> Upload:
        """The upload that the file became."""
        return self.follow(self.put(name, content))

    def put(self, name: str, content: bytes) -> str:
        """The key of the file, which is now in the bucket."""
        key = f"{self.tenant_id}/assets/bench/{name}"
        self.client.put_object(Bucket=BUCKET, Key=key, Body=content)
        return key

    def follow(self, key: str) -> Upload:
        """What the file's event made of it."""
        self.asset_events.handle(ObjectEvent(BUCKET, key, "created"))
        upload = UploadRegistry(self.tenant_id, self.database).at(key.partition("/")[2])
        assert upload
        return upload


def fill(admin_url: str, tenant_id: UUID, count: int, model: str) -> None:
    """Gives the tenant that many learnings, in directions of their own."""
    with psycopg.connect(admin_url) as connection:
        connection.execute(FILL, [tenant_id, tenant_id.int % 1000, model, count])


def settle(admin_url: str) -> None:
    """What autovacuum would have done by the time anyone asks."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute("vacuum analyze")


@contextmanager
def function(name: str, database: Database, embedder: OnnxEmbedder) -> Iterator[str]:
    """The function on a port, as functions-framework serves it; the URL. Its log lines are not written."""
    wiring.database = lambda: database  # type: ignore[assignment]  # as the tests do
    wiring.embedder = lambda: embedder  # type: ignore[assignment]
    wiring.llm = lambda: None  # type: ignore[assignment]
    telemetry.log_line = lambda event, **fields: None  # type: ignore[assignment]
    with serving(create_asgi_app("http", str(ROOT / "functions" / name / "main.py"), "http")) as url:
        yield url


def p50_p95(milliseconds: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    cuts = quantiles(milliseconds, n=20, method="inclusive")
    return cuts[9], cuts[18]
