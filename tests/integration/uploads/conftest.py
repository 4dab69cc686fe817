"""Files to upload, and what the product knows of them."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from knowledge.files import paths
from knowledge.ports.object_store import S3Objects

from tests.conftest import Connected
from tests.integration.conftest import Client

CSV = b"city,country,inhabitants\n" + b"".join(b"Town%d,Land%d,%d\n" % (n, n % 7, n * 1000) for n in range(60))
MARKDOWN = b"# Deploying\n\nRun the blue script first.\n\n## Rollback\n\nUse the green lever to go back.\n"

Known = Callable[[], dict[str, list[tuple[Any, ...]]]]


@pytest.fixture
def send(client: Client, tenant: Any) -> Callable[..., Any]:
    """Uploads a file over HTTP."""

    def post(
        name: str, content: bytes, content_type: str = "", *, key: str = "", headers: Any = None, **fields: Any
    ) -> Any:
        file = (name, content, content_type) if content_type else (name, content)
        options = {"files": {"file": file}, "data": fields, "headers": headers or {}}
        return client.request("POST", "upload_ingest", key or tenant.agent, **options)

    return post


@pytest.fixture
def put(objects: S3Objects, tenant: Any) -> Callable[..., str]:
    """Writes an object into the bucket, or deletes it where the content is None; answers its key."""

    def write(path: str, content: bytes | None, content_type: str = "application/octet-stream") -> str:
        key = f"{tenant.tenant_id}/{path}"
        if content is None:
            objects._client.delete_object(Bucket=objects._bucket, Key=key)
        else:
            objects._client.put_object(Bucket=objects._bucket, Key=key, Body=content, ContentType=content_type)
        return key

    return write


@pytest.fixture
def known(connected: Connected, objects: S3Objects, tenant: Any) -> Known:
    """What the product made of all uploads: register, chunks, and files of the tiers."""

    def read() -> dict[str, list[tuple[Any, ...]]]:
        with psycopg.connect(connected.admin_url) as connection:
            uploads = connection.execute(
                "select u.file_path, u.status, u.reason, o.file_path, u.chunks, u.content_hash, u.unsettled"
                " from knowledge.uploads u"
                " left join knowledge.uploads o on o.id = u.duplicate_of and o.tenant_id = u.tenant_id"
                " where u.tenant_id = %s order by 1",
                [tenant.tenant_id],
            ).fetchall()
            chunks = connection.execute(
                "select file_path, chunk_index, chunk_text, tags, source_type, scope, unit, first_unit, last_unit"
                " from knowledge.knowledge_embeddings"
                " where tenant_id = %s and file_path like 'assets/%%' order by 1, 2",
                [tenant.tenant_id],
            ).fetchall()
        prefix = paths.prefix(str(tenant.tenant_id))
        files = [(file.key.partition("/")[2],) for file in objects.list(prefix)]
        return {"uploads": uploads, "chunks": chunks, "files": files}

    return read


def created(key: str, sequencer: str = "", kind: str = "Object Created", etag: str = "") -> dict[str, Any]:
    """The event of an object as EventBridge sends it."""
    facts = {"sequencer": sequencer, "etag": etag}
    stored = {"key": key, "size": 1, **{name: value for name, value in facts.items() if value}}
    return {"source": "aws.s3", "detail-type": kind, "detail": {"bucket": {"name": "b"}, "object": stored}}


def messages(*events: dict[str, Any]) -> dict[str, Any]:
    """The events in a batch of SQS messages."""
    return {
        "Records": [
            {"messageId": str(uuid4()), "eventSource": "aws:sqs", "body": json.dumps(event)} for event in events
        ]
    }


@pytest.fixture
def arrive(client: Client) -> Iterator[Callable[..., list[Any]]]:
    """Hands events to the function as SQS does; answers which of them failed."""
    import runpy

    from tests.conftest import ROOT

    handler = runpy.run_path(str(ROOT / "functions" / "upload_ingest" / "main.py"))["handler"]

    def take(*events: dict[str, Any]) -> list[Any]:
        batch = messages(*events)
        failed = {failure["itemIdentifier"] for failure in handler(batch, None)["batchItemFailures"]}
        return [
            event for event, message in zip(events, batch["Records"], strict=True) if message["messageId"] in failed
        ]

    yield take
